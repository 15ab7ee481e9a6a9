/** What can be changed about a share, each with the question and the words of the specification (3 §5, §8). */
import type { ShareRow } from "@coffer/client";
import { expiryIn } from "@coffer/core/sharing/expiry";
import { confirm } from "../ui/ask.ts";
import { toast } from "../ui/toast.ts";
import { useRevoke, useSetExpiry, useSetPermission } from "./queries.ts";
import { nameOf } from "./share-name.ts";

export const LEVEL_LABELS = { read: "Read", write: "Write" } as const;

export function useShareActions() {
  const revoking = useRevoke();
  const permitting = useSetPermission();
  const expiring = useSetExpiry();
  return {
    isBusy: revoking.isPending || permitting.isPending || expiring.isPending,
    async revoke(row: ShareRow): Promise<void> {
      const message = "Are you sure you want to revoke access? They'll lose access to this item";
      if (!(await confirm({ title: "Revoke access", message, confirmLabel: "Revoke access", danger: true }))) return;
      try {
        await revoking.mutateAsync({ id: row.id });
        toast.done("Access revoked successfully");
        // What was read cannot be taken back, only made worthless.
        toast.done(`${row.person} could read "${nameOf(row)}" until now. Change its secrets if that matters.`);
      } catch (error) {
        toast.failed(error, "Failed to revoke access");
      }
    },
    async setPermission(row: ShareRow, permission: "read" | "write"): Promise<void> {
      const message = `Are you sure you want to update the permission level to ${LEVEL_LABELS[permission]}?`;
      if (!(await confirm({ title: "Access level", message, confirmLabel: "Update" }))) return;
      try {
        await permitting.mutateAsync({ id: row.id, permission });
        toast.done("Permission updated successfully");
      } catch (error) {
        toast.failed(error, "Failed to update permission");
      }
    },
    /** @param days - from now; null for never. */
    async setExpiry(row: ShareRow, days: number | null): Promise<void> {
      if (!(await confirm({ title: "Expiration", message: "Are you sure you want to update the expiry?", confirmLabel: "Update" }))) return;
      try {
        await expiring.mutateAsync({ id: row.id, expiresAt: expiryIn(days, Date.now()) });
        toast.done("Expiry updated successfully");
      } catch (error) {
        toast.failed(error, "Failed to update expiry");
      }
    },
  };
}
