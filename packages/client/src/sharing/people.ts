/** Other people: their public key according to the server, what this account knows of it, and the safety number that two people compare. */
import { api } from "@coffer/contract/api";
import { AppError } from "@coffer/contract/errors";
import type { SharedItem } from "@coffer/contract/sharing";
import { normaliseEmail } from "@coffer/core/account/email";
import { fingerprint, safetyNumber, toHex } from "@coffer/crypto";
import type { SharingContext } from "./context.ts";
import { changeTrust, holderOf, type KeyTrust, keyTrustAt, readTrust, type TrustStore, withPerson } from "./trust-store.ts";

export interface FoundPerson {
  readonly accountId: string;
  readonly email: string;
  readonly publicKey: string;
  readonly known: KeyTrust;
  /** 60 digits in groups of five; the same on both sides. */
  readonly safetyNumber: string;
}

/** @throws AppError no_such_account, shared_with_self, rate_limited */
export async function findPerson(context: SharingContext, { email }: { readonly email: string }): Promise<FoundPerson> {
  const { userId: accountId, publicKey } = await context.call(api.sharing.publicKey, { email });
  const own = await context.identity();
  if (accountId === own.accountId) throw new AppError("shared_with_self");
  const known = await keyTrustAt(await readTrust(context), { accountId, publicKey, email });
  const number = await safetyNumber({ accountId: own.accountId, publicKey: own.publicKey }, { accountId, publicKey });
  return { accountId, email: normaliseEmail(email), publicKey, known, safetyNumber: number };
}

/** After the numbers were compared: this key is theirs, even if another one was known before. @param person - as it was shown */
export async function trustPerson(context: SharingContext, { person }: { readonly person: FoundPerson }): Promise<void> {
  const { accountId, email, publicKey } = person;
  const print = toHex(await fingerprint(publicKey));
  await changeTrust(context, (store) =>
    withPerson(store, accountId, { email, fingerprint: print, isVerified: true, since: store.people[accountId]?.since ?? context.now() }),
  );
}

/** Emails of people this account has shared with or received from, for suggestions. */
export async function knownEmails(context: SharingContext): Promise<string[]> {
  return Object.values((await readTrust(context)).people).map(({ email }) => email);
}

/** First contact with a sharer: allowed, and remembered as not verified. If it cannot be stored now, the next pull does it. */
export async function meet(context: SharingContext, rows: readonly SharedItem[]): Promise<void> {
  if (rows.length === 0) return;
  const people = await Promise.all(
    rows.map(async ({ shared_by_id, shared_by_email, shared_by_key }) => {
      const print = toHex(await fingerprint(shared_by_key));
      return [shared_by_id, { email: shared_by_email, fingerprint: print, isVerified: false, since: context.now() }] as const;
    }),
  );
  const add = (store: TrustStore): TrustStore =>
    people.reduce((sum, [id, person]) => (sum.people[id] || holderOf(sum, person.email) ? sum : withPerson(sum, id, person)), store);
  await changeTrust(context, add).catch(() => undefined);
}
