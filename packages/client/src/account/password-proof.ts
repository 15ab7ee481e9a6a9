/** Proves to the server that the user knows the master password; sensitive and irreversible calls are then allowed for ten minutes. */
import { api } from "@coffer/contract/api";
import type { Credentials, SecretKey } from "@coffer/crypto";
import { ClientError } from "../errors.ts";
import type { AccountContext } from "./context.ts";
import { proveOwner, WRONG_PASSWORD } from "./lock.ts";

/** @param authKey - derived from the master password, hex. @throws ClientError 'Invalid master password'; AppError rate_limited. */
export async function proveToServer({ call }: AccountContext, authKey: string): Promise<void> {
  const { isValid } = await call(api.account.verifyMasterPassword, { authKey, reason: "change" });
  if (!isValid) throw new ClientError(WRONG_PASSWORD);
}

/** @returns what the password opens, for the caller to wipe. @throws ClientError 'Invalid master password'; AppError rate_limited. */
export async function proveFreshly(context: AccountContext, password: string): Promise<Credentials & { readonly vaultKey: SecretKey }> {
  const opened = await proveOwner(context.sessions, password);
  await proveToServer(context, opened.authKey);
  return opened;
}

/** Of the person at this device, for an item that asks for it. Needs no network. @throws ClientError 'Invalid master password' */
export async function proveHere({ sessions }: AccountContext, { password }: { readonly password: string }): Promise<void> {
  const { encryptionKey, vaultKey } = await proveOwner(sessions, password);
  for (const key of [encryptionKey, vaultKey]) key.fill(0);
}

/** For `onProofNeeded` of ClientOptions. @throws ClientError 'Invalid master password'; AppError rate_limited. */
export async function prove(context: AccountContext, { password }: { readonly password: string }): Promise<void> {
  const { encryptionKey, vaultKey } = await proveFreshly(context, password);
  for (const key of [encryptionKey, vaultKey]) key.fill(0);
}
