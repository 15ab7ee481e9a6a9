/** Draws a form of `useForm`: the first field has the focus, what is wrong gets it, Enter (in a text of several lines Ctrl+Enter) sends. */
import { Button, type ButtonProps } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { ErrorNote } from "../ErrorNote.tsx";
import styles from "./Form.module.css";
import type { FormApi } from "./use-form.ts";

type AnyForm = Pick<FormApi<object>, "id" | "busy" | "error" | "at" | "refusals" | "submit">;

const FIELDS =
  'input:not([type="hidden"], [type="checkbox"], [type="radio"], :disabled, [readonly]), textarea:not(:disabled), select:not(:disabled)';

/**
 * @param className - its layout, where the fields are not simply below each other.
 * @param startsAt - the field that has the focus first, where it is not the first one; null where the focus stays where it is.
 */
export function Form({
  form,
  className = styles.form,
  startsAt = FIELDS,
  children,
}: {
  form: AnyForm;
  className?: string | undefined;
  startsAt?: string | null | undefined;
  children: ReactNode;
}) {
  const element = useRef<HTMLFormElement>(null);
  useFirstFocus(element, startsAt);
  useRefusedFocus(element, form);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void form.submit();
  };
  return (
    // The keys are those of the fields inside: Ctrl+Enter sends from anywhere in the form.
    <form
      ref={element}
      id={form.id}
      className={className}
      noValidate
      aria-busy={form.busy}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      {children}
    </form>
  );
}

type FormElement = { readonly current: HTMLFormElement | null };

function useFirstFocus(element: FormElement, startsAt: string | null): void {
  const first = useRef(startsAt);
  useLayoutEffect(() => {
    if (first.current === null) return;
    const field = element.current?.querySelector<HTMLElement>(first.current);
    // A dialog of the UI library moves the focus once more when it has opened: to what carries this mark.
    field?.setAttribute("data-autofocus", "");
    field?.focus({ preventScroll: true });
  }, [element]);
}

/** What is typed as a whole: once refused it is selected, so that the next attempt replaces it. */
const TYPED_ANEW = new Set(["current-password", "one-time-code"]);

/**
 * After a refusal the focus goes to the first field with a message, else to the field that the refusal names, else to the message above the buttons. Where a toast
 * says it and the focus was lost with a field that was disabled while sending, it returns to the first one.
 */
function useRefusedFocus(element: FormElement, { refusals, at }: Pick<AnyForm, "refusals" | "at">): void {
  const named = useRef(at);
  named.current = at;
  useEffect(() => {
    const form = element.current;
    if (refusals === 0 || form === null) return;
    const find = (selector: string) => form.querySelector<HTMLElement>(selector);
    const wrong = find('[aria-invalid="true"]') ?? (named.current === null ? null : find(`[data-field="${named.current}"]`));
    const lost = () => (form.contains(document.activeElement) ? null : find(FIELDS));
    const place = wrong ?? find("[data-form-error]") ?? lost();
    place?.focus();
    if (place instanceof HTMLInputElement && TYPED_ANEW.has(place.autocomplete)) place.select();
  }, [element, refusals]);
}

/** The message for no single field. It is above the buttons, announced at once, and next in line for the keyboard. */
export function FormError({ form: { error } }: { form: Pick<AnyForm, "error"> }) {
  if (error === null) return null;
  return (
    <div tabIndex={-1} data-form-error className={styles.error}>
      <ErrorNote>{error}</ErrorNote>
    </div>
  );
}

/** The button that sends; also from outside the form's element, in the footer of a sheet. */
export function SubmitButton({
  form,
  children,
  busyLabel = children,
  disabled = false,
  ...props
}: Omit<ButtonProps, "form" | "loading"> & { form: Pick<AnyForm, "id" | "busy">; children: ReactNode; busyLabel?: ReactNode }) {
  return (
    <Button {...props} type="submit" form={form.id} disabled={disabled || form.busy}>
      {form.busy ? busyLabel : children}
    </Button>
  );
}

/** The row of buttons at the end of a form: the button that continues is last. */
export const FormButtons = ({ children }: { children: ReactNode }) => <div className={styles.buttons}>{children}</div>;
