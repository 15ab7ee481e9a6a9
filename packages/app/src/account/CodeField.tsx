/** The code of a form: sent as soon as its last digit is there, unless that is left to the button. */
import { CodeInput } from "../ui/CodeInput.tsx";
import type { FormApi } from "../ui/form/use-form.ts";

export const CodeField = <V extends { readonly code: string }>({
  form,
  label,
  centered = false,
  sendsItself = true,
  length,
}: {
  form: FormApi<V>;
  label: string;
  centered?: boolean;
  sendsItself?: boolean;
  length?: number | undefined;
}) => (
  <CodeInput
    label={label}
    field="code"
    value={form.values.code}
    error={form.errors.code}
    disabled={form.busy}
    centered={centered}
    {...(length !== undefined && { length })}
    onChange={(code) => form.change({ code } as Partial<V>)}
    onWhole={(code) => sendsItself && void form.submit({ ...form.values, code })}
  />
);
