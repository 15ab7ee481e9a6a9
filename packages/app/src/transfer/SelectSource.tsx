/** Step one: where the passwords are now. */
import { SOURCE_GROUPS, SOURCE_IDS, type SourceId, sourceOf } from "@coffer/core/transfer/sources";
import { IconChevronRight } from "@tabler/icons-react";
import { SourceIcon } from "./SourceIcon.tsx";

export function SelectSource({ onChoose }: { onChoose: (id: SourceId) => void }) {
  return (
    <div className="sources">
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
