/** What is shared, with its names opened: by this account, and with it. */
import { api } from "@coffer/contract/api";
import type { SharedItem } from "@coffer/contract/sharing";
import { titleOf } from "@coffer/core/items/item";
import type { RecordKind } from "@coffer/core/items/kinds";
import { listSharedByMe, type ShareTrouble, type SharingContext } from "./context.ts";
import { matchesOwnGrant } from "./recipients.ts";
import { type KeyTrust, keyTrustOf, readTrust } from "./trust-store.ts";

/** One share, as a list shows it. */
export interface ShareRow {
  readonly id: string;
  readonly itemId: string;
  readonly kind: RecordKind;
  /** Null where it cannot be read: it has expired, or is not believed. */
  readonly name: string | null;
  /** Email of the other side, or the name of the team that it is shared with. */
  readonly person: string;
  /** Whether it is shared with a team. */
  readonly isTeam: boolean;
  readonly known: KeyTrust;
  readonly permission: "read" | "write";
  /** Milliseconds since 1970; null for never. */
  readonly expiresAt: number | null;
  readonly isExpired: boolean;
  readonly trouble: ShareTrouble["code"] | null;
}

export const sharedByMe = async (context: SharingContext): Promise<ShareRow[]> => rowsOf(context, await listSharedByMe(context), "with");

export const sharedWithMe = async (context: SharingContext): Promise<ShareRow[]> =>
  rowsOf(context, await context.call(api.sharing.sharedWithMe, {}), "by");

/** Names come from what this device has opened and verified, not from the list. */
async function rowsOf(context: SharingContext, rows: readonly SharedItem[], other: "by" | "with"): Promise<ShareRow[]> {
  const { items = [], vaults = [] } = context.shown.contents ?? {};
  const names = new Map([...items.map((item) => [item.id, titleOf(item)] as const), ...vaults.map(({ id, name }) => [id, name] as const)]);
  const trust = await readTrust(context);
  const all = await Promise.all(
    // What comes along with a vault is listed with the vault.
    rows
      .filter(({ along_id }) => along_id === null)
      .map(async (row) => {
        const isBelieved = other === "by" || (await matchesOwnGrant(context, row));
        const isExpired = row.expires_at !== null && row.expires_at <= context.now();
        const [accountId, publicKey] = other === "by" ? [row.shared_by_id, row.shared_by_key] : [row.shared_with_id, row.shared_with_key];
        const person = other === "by" ? row.shared_by_email : row.shared_with_email;
        return {
          id: row.id,
          itemId: row.item_id,
          kind: row.item_type,
          name: !isBelieved || (isExpired && other === "by") ? null : (names.get(row.item_id) ?? null),
          person,
          isTeam: row.team_epoch !== null,
          known: publicKey === null ? "verified" : await keyTrustOf(trust, { accountId, publicKey, email: person }),
          permission: row.permission_level,
          expiresAt: row.expires_at,
          isExpired,
          trouble: isBelieved ? (context.troubles().get(row.scope_id)?.code ?? null) : "not-believed",
        };
      }),
  );
  return all.toSorted(byName);
}

const names = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** A change signs a grant anew: by its time, the row that was just changed would jump to the end. What has no name comes last. */
const byName = (one: ShareRow, other: ShareRow): number =>
  Number(one.name === null) - Number(other.name === null) ||
  names.compare(one.name ?? "", other.name ?? "") ||
  names.compare(one.person, other.person) ||
  names.compare(one.id, other.id);
