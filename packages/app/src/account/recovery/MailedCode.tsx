/** Asks for the six digits that were mailed to an address, to prove that it is one's own. */
import type { FormApi } from "../../ui/form/use-form.ts";
import { CodeField } from "../CodeField.tsx";

export const MailedCode = <V extends { readonly email: string; readonly code: string }>({ form }: { form: FormApi<V> }) => (
  <>
    <p>
      We mailed a 6-digit code to <strong>{form.values.email.trim()}</strong>.
    </p>
    <CodeField form={form} label="Verification code" />
  </>
);
