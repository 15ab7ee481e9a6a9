/** The field of a code, drawn as a box for each digit. One input underneath, so that pasting, autofill and screen readers work. */
import { CODE_LENGTH, LONG_CODE_LENGTH } from "@coffer/core/constants";
import { Input } from "@mantine/core";
import { useId } from "react";
import styles from "./CodeInput.module.css";
import { digitsOf, isWholeCode } from "./digits.ts";

const BOXES = Array.from({ length: LONG_CODE_LENGTH }, (_, index) => index);

interface Props {
  label: string;
  value: string;
  onChange: (code: string) => void;
  onWhole?: (code: string) => void;
  disabled?: boolean;
  /** Its name in the form, where a refusal may lead to it. */
  field?: string;
  /** What is wrong with it; shown below it. */
  error?: string | undefined;
  /** In the middle of its form. */
  centered?: boolean;
  /** Digits; six or twelve. */
  length?: number;
}

/** @param onWhole - called with the code as soon as its last digit is there. */
export function CodeInput({
  label,
  value,
  onChange,
  onWhole,
  disabled = false,
  field,
  error,
  centered = false,
  length = CODE_LENGTH,
}: Props) {
  const id = useId();
  const type = (typed: string) => {
    const code = digitsOf(typed, length);
    if (code === value) return;
    onChange(code);
    if (isWholeCode(code, length)) onWhole?.(code);
  };
  return (
    <div className={styles.field} data-centered={centered || undefined} data-long={length > CODE_LENGTH || undefined}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.boxes}>
        {BOXES.slice(0, length).map((box) => (
          <span key={box} className={styles.box} data-filled={box < value.length} data-next={box === value.length} aria-hidden />
        ))}
        <input
          id={id}
          type="text"
          data-field={field}
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          value={value}
          disabled={disabled}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={(event) => type(event.currentTarget.value)}
        />
      </div>
      {error !== undefined && (
        <Input.Error id={`${id}-error`} role="alert" className={styles.error}>
          {error}
        </Input.Error>
      )}
    </div>
  );
}
