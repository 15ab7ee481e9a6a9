/** Every call that sets a master password refuses what the forms refuse, so that no other caller sets a weaker one (security design, attack 72). */
import { guessableReason } from "@coffer/core/passwords/guessable";
import type { checkRegistrationPassword } from "@coffer/core/passwords/policy";
import { ClientError } from "../errors.ts";
import type { AccountContext } from "./context.ts";

interface NewPassword {
  readonly email: string;
  readonly password: string;
}

/** @param rule - of the place where it is set. @throws ClientError with the reason, before anything is sent. */
export async function refuseWeakPassword(
  { estimateStrength }: Pick<AccountContext, "estimateStrength">,
  { email, password }: NewPassword,
  rule: typeof checkRegistrationPassword,
): Promise<void> {
  const reason = rule(password) ?? (await guessableReason(password, email, estimateStrength));
  if (reason !== null) throw new ClientError(reason);
}
