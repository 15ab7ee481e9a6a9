/** The field of a six-digit code, drawn as six boxes. One input underneath, so that pasting, autofill and screen readers work. */
import { CODE_LENGTH } from "@coffer/core/product";
import { type Ref, useId } from "react";
import { digitsOf, isWholeCode } from "./digits.ts";
import "./code-input.css";

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
  ref,
}: {
  label: string;
  value: string;
  onChange: (code: string) => void;
  onWhole?: (code: string) => void;
  disabled?: boolean;
  autoFocus?: boolean;
  describedBy?: string;
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
    <div className="code-field">
      <label htmlFor={id} className="code-label">
        {label}
      </label>
      <div className="code-input">
        {BOXES.map((box) => (
          <span key={box} className="code-box" data-filled={box < value.length} data-next={box === value.length} aria-hidden />
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
