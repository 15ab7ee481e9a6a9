/** Step one: where the passwords are now. */
import { LOCALE } from "@coffer/core/text";
import { SOURCE_GROUPS, SOURCE_IDS, type SourceId, sourceOf } from "@coffer/core/transfer/sources";
import { IconChevronRight } from "@tabler/icons-react";
import { ErrorNote } from "../ui/ErrorNote.tsx";
import { DropZone } from "./DropZone.tsx";
import { LARGEST_FILE_BYTES } from "./read-file.ts";
import styles from "./SelectSource.module.css";
import { SourceIcon } from "./SourceIcon.tsx";

interface Props {
  readonly reading: boolean;
  readonly error: string | null;
  readonly onChoose: (id: SourceId) => void;
  readonly onFile: (file: File) => void;
  readonly onRefused: (error: string) => void;
}

/** How many of a group come first as the specification shows them; a long group goes on by the alphabet, where people look for a name. */
const SHOWN_FIRST: Partial<Record<string, number>> = { manager: 2 };

function inOrder(ids: readonly SourceId[]): readonly SourceId[] {
  const [first] = ids;
  const count = (first && SHOWN_FIRST[sourceOf(first).group]) ?? ids.length;
  return [...ids.slice(0, count), ...ids.slice(count).toSorted((a, b) => sourceOf(a).name.localeCompare(sourceOf(b).name, LOCALE))];
}

export function SelectSource({ reading, error, onChoose, onFile, onRefused }: Props) {
  return (
    <div className={styles.sources}>
      <section className={styles.drop}>
        <DropZone
          compact
          busy={reading}
          maxBytes={LARGEST_FILE_BYTES}
          prompt="Drop any file here, or click to select. We recognize where it is from."
          onFile={onFile}
          onRefused={onRefused}
        />
        {error && <ErrorNote>{error}</ErrorNote>}
      </section>
      {Object.entries(SOURCE_GROUPS).map(([group, heading]) => {
        const ids = inOrder(SOURCE_IDS.filter((id) => sourceOf(id).group === group));
        return ids.length === 0 ? null : (
          <section key={group}>
            <h2>{heading}</h2>
            <ul>
              {ids.map((id) => (
                <li key={id}>
                  <button type="button" className={styles.tile} onClick={() => onChoose(id)}>
                    <SourceIcon name={sourceOf(id).icon} label={sourceOf(id).name} />
                    <span className={styles.name}>{sourceOf(id).name}</span>
                    <span className={styles.format}>{sourceOf(id).supportedFormats.join(", ")}</span>
                    <IconChevronRight size={18} aria-hidden className={styles.arrow} />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
