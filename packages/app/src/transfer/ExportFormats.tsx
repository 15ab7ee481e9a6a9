/** The choice of the file's format. */
import styles from "./ExportFormats.module.css";
import { FORMAT_IDS, type FormatId, formatOf } from "./export-formats.ts";

interface Props {
  readonly selected: FormatId;
  readonly disabled: boolean;
  readonly onSelect: (id: FormatId) => void;
}

export function ExportFormats({ selected, disabled, onSelect }: Props) {
  return (
    <fieldset className={styles.formats} disabled={disabled}>
      <legend>Format</legend>
      {FORMAT_IDS.map((id) => (
        <label key={id} className={styles.format}>
          <input type="radio" name="export-format" checked={id === selected} onChange={() => onSelect(id)} />
          <span>
            <strong>{formatOf(id).name}</strong>
            <span>{formatOf(id).about}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
