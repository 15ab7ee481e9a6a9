/** Lists of shares, by this account and with it, with the names of what is shared. */
import { api } from "@coffer/contract/api";
import type { SharedItem } from "@coffer/contract/sharing";
import { titleOf } from "@coffer/core/items/item";
import type { RecordKind } from "@coffer/core/items/kinds";
import { compareNames } from "@coffer/core/items/names";
import { pull } from "../vault/read.ts";
import { listSharedByMe, type ShareTrouble, type SharingContext } from "./context.ts";
import { type MissingShare, sharesMissingFrom, YOUR_TEAM } from "./grant-records.ts";
import { keyWaitsIn } from "./key-waits.ts";
import { addressIn, isAdded, isAsGiven, matchesOwnGrant } from "./recipients.ts";
import { endForOwner, endOf, isOver, levelForOwner } from "./share-end.ts";
import { type KeyTrust, keyTrustOf, readTrust } from "./trust-store.ts";

/** One share as a list shows it. */
export interface ShareRow {
  readonly id: string;
  readonly itemId: string;
  readonly kind: RecordKind;
  /** Null if it cannot be read: expired, or not trusted. */
  readonly name: string | null;
  /** Email of the other person, or the name of the team. */
  readonly person: string;
  /** Whether it is shared with a team. */
  readonly isTeam: boolean;
  readonly known: KeyTrust;
  readonly permission: "read" | "write";
  /** Milliseconds since 1970; null for never. */
  readonly expiresAt: number | null;
  readonly isExpired: boolean;
  /** By this person's own decision nothing of it is shown but its name (hidden-shares.ts). */
  readonly isHidden: boolean;
  /** `not-listed`: the server does not list it, although this account has not ended it. `not-given`: it lists what this account has taken back, or not given. */
  readonly trouble: ShareTrouble["code"] | "not-listed" | "not-given" | null;
  /** Of what the user shares: why its next key waits, a sentence, where it does. */
  readonly keyWaits?: string | undefined;
}

/** A share as it was shown to the person who presses: an expired one has no grant left that says so. */
export interface ShownShare {
  readonly itemId: string;
  readonly person: string;
  readonly isTeam: boolean;
  readonly permission: "read" | "write";
}

export interface OfShare {
  readonly id: string;
  readonly shown: ShownShare;
}

/** Also those that the server does not list although this account has not ended them: only a press ends them (grant-records.ts). */
export async function sharedByMe(context: SharingContext): Promise<ShareRow[]> {
  const [listed, trust] = [await listSharedByMe(context), await readTrust(context)];
  const isAsRemembered =
    !listed.some((row) => isAdded(trust, row, context.now())) && (await sharesMissingFrom(context, listed)).length === 0;
  if (isAsRemembered) return rowsOf(context, listed, "with");
  // Another device may have given or ended one meanwhile.
  await pull(context);
  const rows = await listSharedByMe(context);
  const { people } = await readTrust(context);
  const missing = (await sharesMissingFrom(context, rows)).map((one) =>
    missingRow(context, one, people[one.given.to]?.isVerified ?? false),
  );
  return [...(await rowsOf(context, rows, "with")), ...missing].toSorted(byName);
}

function missingRow(context: SharingContext, { id, record, given, expiresAt }: MissingShare, isVerified: boolean): ShareRow {
  const { permission, isTeam, name } = given;
  return {
    ...{ id, itemId: record.id, kind: record.kind as RecordKind, name: namesIn(context).get(record.id) ?? null },
    ...{ person: name || YOUR_TEAM, isTeam, known: isVerified ? "verified" : "unverified", permission, expiresAt },
    ...{ isExpired: isOver(expiresAt, context.now()), isHidden: false, trouble: "not-listed" },
  };
}

export const sharedWithMe = async (context: SharingContext): Promise<ShareRow[]> =>
  rowsOf(context, await context.call(api.sharing.sharedWithMe, {}), "by");

/** Names come from what this device has opened and verified, not from the server's list. */
export function namesIn({ shown }: SharingContext): ReadonlyMap<string, string> {
  const { items = [], vaults = [] } = shown.contents ?? {};
  return new Map([...items.map((item) => [item.id, titleOf(item)] as const), ...vaults.map(({ id, name }) => [id, name] as const)]);
}

async function rowsOf(context: SharingContext, rows: readonly SharedItem[], other: "by" | "with"): Promise<ShareRow[]> {
  const names = namesIn(context);
  const trust = await readTrust(context);
  const waits = other === "with" ? await keyWaitsIn(context) : null;
  const all = await Promise.all(
    // Linked grants are listed with their vault.
    rows
      .filter(({ along_id }) => along_id === null)
      .map(async (row) => {
        const isBelieved = await (other === "by" ? isAsGiven(context, row) : matchesOwnGrant(context, row));
        const expiresAt = other === "by" ? endOf(row) : endForOwner(trust, row);
        const isExpired = isOver(expiresAt, context.now());
        const hidden = other === "by" ? trust.hidden[row.scope_id] : undefined;
        const [accountId, publicKey] = other === "by" ? [row.shared_by_id, row.shared_by_key] : [row.shared_with_id, row.shared_with_key];
        const person = other === "by" ? row.shared_by_email : addressIn(trust, row);
        return {
          id: row.id,
          itemId: row.item_id,
          kind: row.item_type,
          name:
            hidden !== undefined ? hidden || null : !isBelieved || (isExpired && other === "by") ? null : (names.get(row.item_id) ?? null),
          person,
          isTeam: row.team_epoch !== null,
          known: publicKey === null ? "verified" : await keyTrustOf(trust, { accountId, publicKey, email: person }),
          permission: other === "by" ? row.permission_level : levelForOwner(trust, row),
          expiresAt,
          isExpired,
          isHidden: hidden !== undefined,
          keyWaits: waits?.get(row.scope_id),
          trouble: troubleOf(context, row, {
            other,
            isBelieved,
            isAdded: other === "with" && !isExpired && isAdded(trust, row, context.now()),
          }),
        };
      }),
  );
  return all.toSorted(byName);
}

interface Found {
  readonly other: "by" | "with";
  readonly isBelieved: boolean;
  readonly isAdded: boolean;
}

function troubleOf(context: SharingContext, { scope_id }: SharedItem, { other, isBelieved, ...found }: Found): ShareRow["trouble"] {
  const ofScope = isBelieved || other === "by" ? context.troubles().get(scope_id)?.code : undefined;
  if (ofScope) return ofScope;
  if (!isBelieved) return "not-believed";
  return found.isAdded ? "not-given" : null;
}

/** A change signs a new grant: sorted by its time, the changed row would jump to the end. Rows without a name come last. */
const byName = (one: ShareRow, other: ShareRow): number =>
  Number(one.name === null) - Number(other.name === null) ||
  compareNames(one.name ?? "", other.name ?? "") ||
  compareNames(one.person, other.person) ||
  compareNames(one.id, other.id);
