/** Shares what is shared already: with one more person, or with the same one on other terms. */
import type { SharedItem } from "@coffer/contract/sharing";
import { generateId } from "@coffer/crypto";
import { inBatches } from "../batches.ts";
import type { ScopeKeys } from "../keyring.ts";
import type { Scope } from "../sync/scope.ts";
import type { KnownRecord } from "../types.ts";
import { listSharedByMe, type SharingContext } from "./context.ts";
import { grantRecordOf } from "./grant-records.ts";
import { keysWith } from "./linked-grants.ts";
import { isSignedAsListed, type Recipient } from "./recipients.ts";
import { recordBeforeSending } from "./record-before-sending.ts";
import { withRetired } from "./retired-keys.ts";
import { type ShareTerms, sealShareGrant } from "./seal-grants.ts";
import { ownKeyOf, sendShare } from "./send-changes.ts";
import { nextSince } from "./share-end.ts";
import { withMembers } from "./team-members.ts";
import { changeTrust, readTrust, type TrustStore, withEndedIn, withGiven, withUntil } from "./trust-store.ts";
import { withMet } from "./trusted-key.ts";

export interface ShareRequest extends ShareTerms {
  /** Of an own item or vault. */
  readonly id: string;
  /** Null: with the own team. */
  readonly email: string | null;
  /** Percent of the records that have to be sealed again. */
  readonly onProgress?: (percent: number) => void;
}

export interface Sharing {
  readonly request: ShareRequest;
  readonly record: KnownRecord;
  readonly recipient: Recipient;
}

/** With a person whom this press has met for the first time, or who is in the team. @returns null when there is nothing to remember */
export const withRecipient = (context: SharingContext, store: TrustStore, recipient: Recipient): TrustStore | null =>
  "team" in recipient ? withMembers(store, recipient.team) : withMet(store, recipient.person, context.now());

export async function addRecipient(context: SharingContext, scope: Scope, { request, record, recipient }: Sharing): Promise<void> {
  const { scopeId, epoch } = scope.keys;
  const before = await readTrust(context);
  const known = await grantTo(context, scope.keys, "team" in recipient ? recipient.team.teamId : recipient.person.accountId);
  const key = await ownKeyOf(context, scopeId, epoch);
  const kind = record.kind === "category" ? "vault" : "item";
  const shareId = known?.id ?? generateId(context.random);
  const since = nextSince(before, context.now(), scopeId, shareId);
  const to = grantRecordOf(recipient, request.permission, since);
  const input = await sealShareGrant(context, { scopeId, kind, epoch, key }, recipient, { ...request, since }, shareId);
  key.fill(0);
  const given = (store: TrustStore): TrustStore => withGiven(withRecipient(context, store, recipient) ?? store, scopeId, shareId, to);
  const had = before.given[scopeId]?.[shareId]?.permission ?? known?.permission_level;
  const less = had === "write" && to.permission === "read" ? await keysWith(context, scope) : null;
  await recordBeforeSending(
    context,
    { scope, shareId },
    (store) => withUntil(less ? withRetired(given(store), [scopeId], less) : given(store), scopeId, shareId, request.expiresAt),
    () => sendShare(context, record, input),
  );
  if (less) await changeTrust(context, (store) => withEndedIn(store, less, shareId, since));
}

/**
 * The share that someone has already: whose grant an id is, this account knows itself, or its signature says. Under the id of another person's, that person's grant of
 * before would count again.
 */
async function grantTo(context: SharingContext, { scopeId }: ScopeKeys, recipientId: string): Promise<SharedItem | undefined> {
  const { [scopeId]: grants = {} } = (await readTrust(context)).given;
  const theirs = (await listSharedByMe(context)).filter(
    (row) => row.scope_id === scopeId && row.shared_with_id === recipientId && row.along_id === null,
  );
  const isTheirs = await inBatches(
    theirs,
    async (row) => (grants[row.id]?.to ?? ((await isSignedAsListed(context, row)) && recipientId)) === recipientId,
  );
  return theirs.find((_, at) => isTheirs[at]);
}
