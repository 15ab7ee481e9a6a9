/** One of two ways, with what comes of it. */
import styles from "./Choice.module.css";

interface Props {
  readonly name: string;
  readonly checked: boolean;
  readonly onChoose: () => void;
  readonly title: string;
  readonly text: string;
  readonly danger?: boolean;
}

export const Choice = ({ name, checked, onChoose, title, text, danger = false }: Props) => (
  <label className={styles.choice} data-danger={danger || undefined}>
    <input type="radio" name={name} checked={checked} onChange={onChoose} />
    <span>
      <strong>{title}</strong>
      <span>{text}</span>
    </span>
  </label>
);
