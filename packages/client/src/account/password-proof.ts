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

interface Proof {
  readonly password: string;
  /** To this device alone, for an item that asks for it: needs no network. */
  readonly isHere?: boolean;
}

/** For `onProofNeeded` of ClientOptions. @throws ClientError 'Invalid master password'; AppError rate_limited. */
export async function prove(context: AccountContext, { password, isHere = false }: Proof): Promise<void> {
  const { encryptionKey, vaultKey } = await (isHere ? proveOwner(context.sessions, password) : proveFreshly(context, password));
  for (const key of [encryptionKey, vaultKey]) key.fill(0);
}
