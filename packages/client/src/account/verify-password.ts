/** The master password asked for once more, before an export. */
import { api } from "@coffer/contract/api";
import type { AccountContext } from "./context.ts";
import { openLock } from "./lock.ts";

/** Needs the server, unlike `unlock`. @returns false for a wrong password. @throws ClientError when no one is signed in. */
export async function verifyMasterPassword(
  { call, sessions }: AccountContext,
  { password }: { readonly password: string },
): Promise<boolean> {
  const opened = await openLock(sessions.owner, password);
  const { isValid } = await call(api.account.verifyMasterPassword, { authKey: opened.authKey });
  // The server's word is not enough: the typed password must also open what this device holds (decision Z-23).
  return isValid && opened.vaultKey !== null;
}
