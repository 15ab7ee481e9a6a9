/** Sign-in and sign-out. The master password goes no further than the derivation. */
import { api } from "@coffer/contract/api";
import type { Call } from "../call.ts";
import { ClientError, ConnectionError } from "../errors.ts";
import type { LoginOutcome } from "../types.ts";
import type { AccountContext } from "./context.ts";
import { ownDeviceToken } from "./device-token.ts";
import { beginSession, deriveForSignIn } from "./sign-in.ts";

/** The time limit of the second step (decision N-04). */
const SECOND_STEP_MS = 5 * 60_000;

interface Typed {
  readonly email: string;
  readonly password: string;
}

/**
 * @throws AppError invalid_credentials, sign_in_queued, rate_limited; ClientError or IntegrityError when the server's answer is not
 * trusted (sign-in.ts).
 */
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
  return { step: "signed-in", ...(await beginSession(context, reply.data, { derived, codeSent: false })) };
}

/**
 * Ends the session here at once, whatever the server says: without its token it cannot be used from this device. Never fails because of
 * the network.
 * @returns when the server knows too, or after a moment: the server is told again until it answers. @throws errors of the device's
 * stores; the session is over anyway.
 */
export async function logout({ call, sessions, records }: AccountContext): Promise<void> {
  const { token } = sessions;
  const reporting = token === null ? null : reportSessionEnd(call, token);
  try {
    await sessions.end("logged-out");
  } finally {
    await records.clear();
  }
  await Promise.race([reporting, new Promise((resolve) => setTimeout(resolve, REPORT_MS))]);
}

/** A sign-out waits no longer than this for the server. */
const REPORT_MS = 2_000;
/** Without a network the page tells the server as soon as it can. */
const TELL_AGAIN_MS = 15_000;
const TELL_TRIES = 40;

async function reportSessionEnd(call: Call, token: string, triesLeft = TELL_TRIES): Promise<void> {
  try {
    await call(api.account.logout, {}, token);
  } catch (error) {
    const isUnheard = error instanceof ConnectionError && triesLeft > 1;
    if (isUnheard) setTimeout(() => void reportSessionEnd(call, token, triesLeft - 1), TELL_AGAIN_MS);
  }
}

/** After a page load. @returns whether there is a session; it may be locked. */
export const resume = ({ sessions }: AccountContext): Promise<boolean> => sessions.resume();

/** Ends the session when its token has expired. @returns whether it had. */
export async function endIfExpired({ sessions, now }: AccountContext): Promise<boolean> {
  if (!sessions.session || sessions.session.expiresAt > now()) return false;
  await sessions.end("expired");
  return true;
}

/** Another tab's session is over: this tab forgets it too, and shows the reason unless it was a sign-out. */
export const endElsewhere = ({ sessions }: AccountContext, { isExpired }: { readonly isExpired: boolean }): Promise<void> =>
  sessions.end(isExpired ? "expired" : "elsewhere");
