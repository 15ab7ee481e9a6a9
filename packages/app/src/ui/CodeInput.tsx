/** The field of a six-digit code, drawn as six boxes. One input underneath, so that pasting, autofill and screen readers work. */
import { CODE_LENGTH } from "@coffer/core/product";
import { type Ref, useId } from "react";
import styles from "./CodeInput.module.css";
import { digitsOf, isWholeCode } from "./digits.ts";

const BOXES = Array.from({ length: CODE_LENGTH }, (_, index) => index);

/** @param onWhole - called with the code as soon as its sixth digit is there. */
export function CodeInput({
  label,
  value,
  onChange,
  onWhole,
  disabled = false,
  autoFocus = false,
  describedBy,
  centered = false,
  ref,
}: {
  label: string;
  value: string;
  onChange: (code: string) => void;
  onWhole?: (code: string) => void;
  disabled?: boolean;
  autoFocus?: boolean;
  describedBy?: string;
  /** In the middle of its form. */
  centered?: boolean;
  ref?: Ref<HTMLInputElement>;
}) {
  const id = useId();
  const type = (typed: string) => {
    const code = digitsOf(typed);
    if (code === value) return;
    onChange(code);
    if (isWholeCode(code)) onWhole?.(code);
  };
  return (
    <div className={styles.field} data-centered={centered || undefined}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.boxes}>
        {BOXES.map((box) => (
          <span key={box} className={styles.box} data-filled={box < value.length} data-next={box === value.length} aria-hidden />
        ))}
        <input
          ref={ref}
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          value={value}
          disabled={disabled}
          // biome-ignore lint/a11y/noAutofocus: the code is all that this step asks for
          autoFocus={autoFocus}
          {...(describedBy === undefined ? {} : { "aria-describedby": describedBy })}
          onChange={(event) => type(event.currentTarget.value)}
        />
      </div>
    </div>
  );
}
