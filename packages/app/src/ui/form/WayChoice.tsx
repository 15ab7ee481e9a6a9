/** A question with a few ways to go on, each of which says what comes of it. */
import { type Ref, useId } from "react";
import styles from "./WayChoice.module.css";

export interface Way<Value extends string> {
  readonly value: Value;
  readonly title: string;
  readonly text: string;
  /** Something is lost for good. */
  readonly isLoss?: boolean;
}

interface Props<Value extends string> {
  readonly question: string;
  readonly ways: readonly Way<Value>[];
  /** Null while none is chosen. */
  readonly chosen: Value | null;
  readonly onChoose: (value: Value) => void;
  /** Of the first way. */
  readonly firstRef?: Ref<HTMLInputElement> | undefined;
}

export function WayChoice<Value extends string>({ question, ways, chosen, onChoose, firstRef }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend>{question}</legend>
      {ways.map(({ value, title, text, isLoss }, index) => (
        <label className={styles.choice} key={value} data-danger={isLoss || undefined}>
          <input
            type="radio"
            name={name}
            checked={chosen === value}
            onChange={() => onChoose(value)}
            {...(index === 0 && firstRef && { ref: firstRef })}
          />
          <span>
            <strong>{title}</strong>
            <span>{text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
