/** The account room: registration, sign-in and the end of a session. The master password goes no further than the derivation. */
import { api } from "@coffer/contract/api";
import type { ReplyOf } from "@coffer/contract/endpoint";
import { ClientError } from "../errors.ts";
import type { LoginOutcome } from "../types.ts";
import { openLock } from "./lock.ts";
import { type AccountForm, generateAccount } from "./new-account.ts";
import { type AccountDeps, beginSession, deriveForSignIn } from "./sign-in.ts";

/** So long may the second step take (decision N-04). */
const SECOND_STEP_MS = 5 * 60_000;

export interface Registration extends AccountForm {
  readonly token: string;
}

export type Invitation = ReplyOf<typeof api.account.validateInvitation>["invitation"];

interface Credentials {
  readonly email: string;
  readonly password: string;
}

export type SignInRoom = ReturnType<typeof signInRoom>;

export function signInRoom(deps: AccountDeps) {
  const { call, sessions, steps } = deps;

  async function login(credentials: Credentials): Promise<LoginOutcome> {
    const derived = await deriveForSignIn(deps, credentials);
    const reply = await call(api.account.login, { email: derived.address, authKey: derived.authKey });
    if (reply.requiresMfa && reply.tempToken) {
      steps.signIn?.derived.encryptionKey.fill(0);
      steps.signIn = { tempToken: reply.tempToken, derived, until: deps.now() + SECOND_STEP_MS };
      return { step: "code", tempToken: reply.tempToken };
    }
    if (!reply.data) throw new ClientError(reply.message ?? "Login failed");
    await beginSession(deps, reply.data, derived);
    return { step: "signed-in" };
  }

  async function register({ token, ...form }: Registration): Promise<{ recoveryKey: string }> {
    const { body, recoveryKey } = await generateAccount(deps, form);
    await call(api.account.register, { ...body, token, is_invited: true });
    return { recoveryKey };
  }

  async function logout(): Promise<void> {
    // The session ends here whatever the server says: without its token nobody can use it from this device.
    if (sessions.token) await call(api.account.logout, {}).catch(() => undefined);
    await deps.records.clear();
    await sessions.end("logged-out");
  }

  async function verifyMasterPassword({ password }: { readonly password: string }): Promise<boolean> {
    const opened = await openLock(sessions.owner, password);
    const { isValid } = await call(api.account.verifyMasterPassword, { authKey: opened.authKey });
    // The server's word is not enough: the typed password must also open what this device holds (decision Z-23).
    return isValid && opened.vaultKey !== null;
  }

  return {
    login,
    register,
    logout,
    verifyMasterPassword,
    /** After a page load. @returns whether there is a session; it may be locked. */
    resume: (): Promise<boolean> => sessions.resume(),
    /** Ends the session when its token has run out. @returns whether it had. */
    endIfExpired: async (): Promise<boolean> => {
      const { session } = sessions;
      if (!session || session.expiresAt > deps.now()) return false;
      await sessions.end("expired");
      return true;
    },
    /** Another tab has signed out: this one forgets too. */
    endElsewhere: () => sessions.end("elsewhere"),
    invitation: async ({ token }: { readonly token: string }): Promise<Invitation> =>
      (await call(api.account.validateInvitation, { token })).invitation,
  };
}
