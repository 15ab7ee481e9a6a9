/** Step one: where the passwords are now. */
import { SOURCE_GROUPS, SOURCE_IDS, type SourceId, sourceOf } from "@coffer/core/transfer/sources";
import { IconChevronRight } from "@tabler/icons-react";
import { ErrorNote } from "../ui/ErrorNote.tsx";
import { DropZone } from "./DropZone.tsx";
import { LARGEST_FILE_BYTES } from "./read-file.ts";
import { SourceIcon } from "./SourceIcon.tsx";

interface Props {
  readonly reading: boolean;
  readonly problem: string | null;
  readonly onChoose: (id: SourceId) => void;
  readonly onFile: (file: File) => void;
  readonly onRefused: (problem: string) => void;
}

export function SelectSource({ reading, problem, onChoose, onFile, onRefused }: Props) {
  return (
    <div className="sources">
      <section className="sources-drop">
        <DropZone
          compact
          busy={reading}
          maxBytes={LARGEST_FILE_BYTES}
          prompt="Drop any file here, or click to select: we recognize where it is from"
          onFile={onFile}
          onRefused={onRefused}
        />
        {problem && <ErrorNote>{problem}</ErrorNote>}
      </section>
      {Object.entries(SOURCE_GROUPS).map(([group, heading]) => {
        const ids = SOURCE_IDS.filter((id) => sourceOf(id).group === group);
        return ids.length === 0 ? null : (
          <section key={group}>
            <h2>{heading}</h2>
            <ul>
              {ids.map((id) => (
                <li key={id}>
                  <button type="button" className="source-tile" onClick={() => onChoose(id)}>
                    <SourceIcon name={sourceOf(id).icon} />
                    <span className="source-name">{sourceOf(id).name}</span>
                    <span className="source-format">{sourceOf(id).supportedFormats.join(", ")}</span>
                    <IconChevronRight size={18} aria-hidden className="source-arrow" />
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
