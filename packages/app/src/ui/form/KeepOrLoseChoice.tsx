/** A question with two ways to go on: nothing is lost, or something is for good. Each says what comes of it. */
import { useId } from "react";
import styles from "./KeepOrLoseChoice.module.css";

interface Way {
  readonly title: string;
  readonly text: string;
}

interface Props {
  readonly question: string;
  readonly keeps: Way;
  readonly loses: Way;
  /** Whether the second is chosen. */
  readonly isLosing: boolean;
  readonly onChoose: (isLosing: boolean) => void;
}

export function KeepOrLoseChoice({ question, keeps, loses, isLosing, onChoose }: Props) {
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend>{question}</legend>
      {[keeps, loses].map(({ title, text }, index) => (
        <label className={styles.choice} key={title} data-danger={index === 1 || undefined}>
          <input type="radio" name={name} checked={isLosing === (index === 1)} onChange={() => onChoose(index === 1)} />
          <span>
            <strong>{title}</strong>
            <span>{text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
