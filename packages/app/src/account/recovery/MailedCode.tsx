/** Asks for the digits that were mailed to an address, to prove that it is the user's own. */
import { LONG_CODE_LENGTH } from "@coffer/core/constants";
import type { FormApi } from "../../ui/form/use-form.ts";
import { CodeField } from "../CodeField.tsx";

/** @param length - of the code; twelve digits while someone else is trying codes for that address. */
export const MailedCode = <V extends { readonly email: string; readonly code: string }>({
  form,
  length,
}: {
  form: FormApi<V>;
  length?: number | undefined;
}) => (
  <>
    <p>
      We mailed a {length === LONG_CODE_LENGTH ? 12 : 6}-digit code to <strong>{form.values.email.trim()}</strong>.
    </p>
    <CodeField form={form} label="Verification code" length={length} />
  </>
);
