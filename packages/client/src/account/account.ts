/** Registration, sign-in and the end of a session. The master password goes no further than the derivation. */
import { api } from "@coffer/contract/api";
import type { ReplyOf } from "@coffer/contract/endpoint";
import { ClientError } from "../errors.ts";
import type { LoginOutcome } from "../types.ts";
import type { AccountContext } from "./context.ts";
import { ownDeviceToken } from "./device-token.ts";
import { openLock } from "./lock.ts";
import { type AccountForm, generateAccount } from "./new-account.ts";
import { beginSession, deriveForSignIn } from "./sign-in.ts";

/** So long may the second step take (decision N-04). */
const SECOND_STEP_MS = 5 * 60_000;

export interface Registration extends AccountForm {
  /** Of the invitation. */
  readonly token: string;
}

export type Invitation = ReplyOf<typeof api.account.validateInvitation>["invitation"];

interface Typed {
  readonly email: string;
  readonly password: string;
}

/** @throws AppError invalid_credentials, sign_in_queued, rate_limited; ClientError or IntegrityError when the server's answer is not believed (sign-in.ts). */
export async function login(context: AccountContext, typed: Typed): Promise<LoginOutcome> {
  const { call, steps, now } = context;
  const derived = await deriveForSignIn(context, typed);
  const { address: email, authKey } = derived;
  const reply = await call(api.account.login, { email, authKey, deviceToken: await ownDeviceToken(context, email) });
  if (reply.requiresMfa && reply.tempToken) {
    steps.signIn?.derived.encryptionKey.fill(0);
    steps.signIn = { tempToken: reply.tempToken, derived, until: now() + SECOND_STEP_MS };
    return { step: "code", tempToken: reply.tempToken };
  }
  if (!reply.data) throw new ClientError("Login failed");
  await beginSession(context, reply.data, { derived, codeSent: false });
  return { step: "signed-in" };
}

/** Opens an account and signs nobody in. @returns its recovery key, to be shown once. @throws AppError invalid_invitation, rate_limited. */
export async function register(context: AccountContext, { token, ...form }: Registration): Promise<{ recoveryKey: string }> {
  const { body, recoveryKey } = await generateAccount(context, form);
  await context.call(api.account.register, { ...body, token, is_invited: true });
  return { recoveryKey };
}

/** @throws AppError invalid_invitation, rate_limited. */
export const invitation = async ({ call }: AccountContext, { token }: { readonly token: string }): Promise<Invitation> =>
  (await call(api.account.validateInvitation, { token })).invitation;

/** Never fails for want of a network: the records and the session go from this device in any case. */
export async function logout({ call, sessions, records }: AccountContext): Promise<void> {
  // The session ends here whatever the server says: without its token nobody can use it from this device.
  if (sessions.token) await call(api.account.logout, {}).catch(() => undefined);
  await records.clear();
  await sessions.end("logged-out");
}

/** Needs the server, unlike `unlock`. @returns false for a wrong password. @throws ClientError when nobody is signed in. */
export async function verifyMasterPassword({ call, sessions }: AccountContext, { password }: Pick<Typed, "password">): Promise<boolean> {
  const opened = await openLock(sessions.owner, password);
  const { isValid } = await call(api.account.verifyMasterPassword, { authKey: opened.authKey });
  // The server's word is not enough: the typed password must also open what this device holds (decision Z-23).
  return isValid && opened.vaultKey !== null;
}

/** After a page load. @returns whether there is a session; it may be locked. */
export const resume = ({ sessions }: AccountContext): Promise<boolean> => sessions.resume();

/** Ends the session when its token has run out. @returns whether it had. */
export async function endIfExpired({ sessions, now }: AccountContext): Promise<boolean> {
  if (!sessions.session || sessions.session.expiresAt > now()) return false;
  await sessions.end("expired");
  return true;
}

/** Another tab has signed out: this one forgets too. */
export const endElsewhere = ({ sessions }: AccountContext): Promise<void> => sessions.end("elsewhere");
