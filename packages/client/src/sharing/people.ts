/** Other people: whose key the server says is theirs, what this account knows of it, and the number that two of them compare. */
import { api } from "@coffer/contract/api";
import { AppError } from "@coffer/contract/errors";
import { fingerprint, safetyNumber, toHex } from "@coffer/crypto";
import { ClientError } from "../errors.ts";
import type { SharingContext } from "./context.ts";
import { type Acquaintance, acquaintance, changeTrust, readTrust, withPerson } from "./trust.ts";

export interface FoundPerson {
  readonly accountId: string;
  readonly email: string;
  readonly publicKey: string;
  readonly known: Acquaintance;
  /** 60 digits in groups of five; the same on both sides. */
  readonly safetyNumber: string;
}

/** @throws AppError no_such_account, shared_with_self, rate_limited */
export async function findPerson(context: SharingContext, { email }: { readonly email: string }): Promise<FoundPerson> {
  const { userId: accountId, email: address, publicKey } = await context.call(api.sharing.publicKey, { email });
  const own = await context.identity();
  if (accountId === own.accountId) throw new AppError("shared_with_self");
  const known = await acquaintance(await readTrust(context), accountId, publicKey);
  const number = await safetyNumber({ accountId: own.accountId, publicKey: own.publicKey }, { accountId, publicKey });
  return { accountId, email: address, publicKey, known, safetyNumber: number };
}

const KEY_CHANGED =
  "The security key of this person is not the one you know. Nothing was shared. Compare your safety numbers before you go on.";

/** @throws ClientError */
export function refuseChanged({ known }: FoundPerson): void {
  if (known === "changed") throw new ClientError(KEY_CHANGED);
}

/** After the numbers were compared: this key is theirs, also where another one was known before. @param person - as it was shown */
export async function trustPerson(context: SharingContext, { person }: { readonly person: FoundPerson }): Promise<void> {
  const { accountId, email, publicKey } = person;
  const print = toHex(await fingerprint(publicKey));
  await changeTrust(context, (store) =>
    withPerson(store, accountId, { email, fingerprint: print, isVerified: true, since: store.people[accountId]?.since ?? context.now() }),
  );
}

/** Emails of people this account has shared with, or that share with it: offered where one is typed. */
export async function knownEmails(context: SharingContext): Promise<string[]> {
  return Object.values((await readTrust(context)).people).map(({ email }) => email);
}
