/** What can be changed about a share, each with the question and the words of the specification (3 §5, §8). */
import type { Contents, ShareRow } from "@coffer/client";
import { titleOf } from "@coffer/core/items/item";
import { expiryIn } from "@coffer/core/sharing/expiry";
import { shortDate } from "@coffer/core/text";
import { useClient } from "../frame/client-context.tsx";
import { confirm } from "../ui/confirm.ts";
import { toast } from "../ui/toast.ts";
import { LEVELS, type Level } from "./levels.ts";
import { useRevoke, useSetExpiry, useSetPermission } from "./queries.ts";
import { nameOf } from "./share-name.ts";

/** Names that fit into a question. */
const NAMED = 8;

/** What was read cannot be taken back, only made worthless: says which secrets that is about. */
function accessOf(row: ShareRow, contents: Contents | null): string {
  const inside = row.kind === "category" ? (contents?.items ?? []).filter(({ categoryId }) => categoryId === row.itemId) : [];
  const names = row.kind === "category" ? inside.map(titleOf) : [nameOf(row)];
  if (names.length === 0) return `${row.person} had access to no items in it.`;
  const [shown, more] = [names.slice(0, NAMED), names.length - NAMED];
  const list = `${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return `Until now ${row.person} could read ${list}. Change these secrets afterwards if that matters.`;
}

/** What the specified question leaves open: who may do what then. */
function levelAfter(row: ShareRow, permission: Level): string {
  const [who, what] = [row.isTeam ? `Everyone in ${row.person}` : row.person, nameOf(row)];
  if (row.kind === "category")
    return permission === "write"
      ? `${who} may then add items to ${what}, and edit and delete what is in it.`
      : `${who} may then only view what is in ${what}.`;
  return permission === "write" ? `${who} may then edit and delete ${what}.` : `${who} may then only view ${what}.`;
}

const levelQuestion = (row: ShareRow, permission: Level) => ({
  title: "Access level",
  message: `Are you sure you want to update the permission level to ${LEVELS[permission].listed}?`,
  detail: levelAfter(row, permission),
  confirmLabel: "Update",
});

function endAfter(row: ShareRow, expiresAt: number | null): string {
  const access = `Access of ${row.person} to ${nameOf(row)}`;
  return expiresAt === null ? `${access} then goes on until you revoke it.` : `${access} then ends on ${shortDate(expiresAt)}.`;
}

const EXPIRY = { title: "Expiration", message: "Are you sure you want to update the expiry?", confirmLabel: "Update" } as const;

const meant = ({ id, itemId, person, isTeam, permission }: ShareRow) => ({ id, shown: { itemId, person, isTeam, permission } });

export function useShareActions() {
  const client = useClient();
  const revoking = useRevoke();
  const permitting = useSetPermission();
  const expiring = useSetExpiry();
  return {
    isBusy: revoking.isPending || permitting.isPending || expiring.isPending,
    async revoke(row: ShareRow): Promise<void> {
      const message = "Are you sure you want to revoke access? They'll lose access to this item";
      const detail = accessOf(row, client.vault.contents());
      if (!(await confirm({ title: "Revoke access", message, detail, confirmLabel: "Revoke access", danger: true }))) return;
      try {
        await revoking.mutateAsync(meant(row));
        toast.done("Access revoked successfully");
      } catch (error) {
        toast.failed(error, "Failed to revoke access");
      }
    },
    async setPermission(row: ShareRow, permission: Level): Promise<void> {
      if (!(await confirm(levelQuestion(row, permission)))) return;
      try {
        await permitting.mutateAsync({ ...meant(row), permission });
        toast.done("Permission updated successfully");
      } catch (error) {
        toast.failed(error, "Failed to update permission");
      }
    },
    /** @param days - from now; null for never. */
    async setExpiry(row: ShareRow, days: number | null): Promise<void> {
      const expiresAt = expiryIn(days, Date.now());
      if (!(await confirm({ ...EXPIRY, detail: endAfter(row, expiresAt) }))) return;
      try {
        await expiring.mutateAsync({ ...meant(row), expiresAt });
        toast.done("Expiry updated successfully");
      } catch (error) {
        toast.failed(error, "Failed to update expiry");
      }
    },
  };
}
