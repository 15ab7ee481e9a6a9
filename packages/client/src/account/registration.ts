/** Registration with an invitation. */
import { api } from "@coffer/contract/api";
import type { ReplyOf } from "@coffer/contract/endpoint";
import { checkRegistrationPassword } from "@coffer/core/passwords/policy";
import { type CodeRequest, forgetCodeRequest, readCodeRequest, rememberCodeRequest } from "./code-request.ts";
import type { AccountContext } from "./context.ts";
import { type AccountForm, generateAccount } from "./new-account.ts";
import { refuseWeakPassword } from "./new-password.ts";
import { storeKit } from "./recovery-kit.ts";

interface Registration extends AccountForm {
  /** Of the invitation. */
  readonly token: string;
  /** From the mailbox, where the invitation needs it. */
  readonly code?: string;
}

export type Invitation = ReplyOf<typeof api.account.validateInvitation>["invitation"];

/** Creates an account without signing in. @returns its recovery key, to be shown once. @throws AppError invalid_invitation, rate_limited; ClientError for a weak password. */
export async function register(context: AccountContext, { token, code, ...form }: Registration): Promise<{ recoveryKey: string }> {
  await refuseWeakPassword(context, form, checkRegistrationPassword);
  const { body, recoveryKey, kit } = await generateAccount(context, form);
  const answer = code === undefined ? {} : { code, ...(await readCodeRequest(context, "invitation", token)) };
  await context.call(api.account.register, { ...body, token, is_invited: true, ...answer });
  await forgetCodeRequest(context, "invitation", token);
  await storeKit(context, body.email, kit);
  return { recoveryKey };
}

/** Has a code mailed to the address of the invitation. @throws AppError invalid_invitation, rate_limited. */
export const sendInvitationCode = async (context: AccountContext, { token }: { readonly token: string }): Promise<CodeRequest> =>
  rememberCodeRequest(context, "invitation", token, await context.call(api.account.sendInvitationCode, { token }));

/** @throws AppError invalid_invitation, rate_limited. */
export const invitation = async ({ call }: AccountContext, { token }: { readonly token: string }): Promise<Invitation> =>
  (await call(api.account.validateInvitation, { token })).invitation;
