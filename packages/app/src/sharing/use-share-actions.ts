/** What can be changed about shares of one person, each with the question and the words of the specification (3 §5, §8). */
import type { Contents, ShareRow } from "@coffer/client";
import type { Item } from "@coffer/core/items/item";
import { expiryIn } from "@coffer/core/sharing/expiry";
import { byCount, shortDate } from "@coffer/core/text";
import { createElement } from "react";
import { useClient } from "../frame/client-context.tsx";
import { confirm } from "../ui/confirm.ts";
import { toast } from "../ui/toast.ts";
import { listed, nameOf } from "../vault/item/share-name.ts";
import { goingHome, goingWithEnd, usePersonal, versionsGoThen, withVersions } from "../vault/item/VersionsGo.tsx";
import { AccessEnds } from "./AccessEnds.tsx";
import type { SharesOfOne as Rows } from "./by-person.ts";
import { useKnownPasswords } from "./known-passwords.ts";
import { LEVELS, type Level } from "./levels.ts";
import { useListedByMe, useRevoke, useSetExpiry, useSetPermission } from "./queries.ts";

/** Names that fit into a question. */
const NAMED = 8;

const namesOf = (rows: Rows): string => listed(rows.map(nameOf), NAMED);

/** What the specified question leaves open: who may do what then. */
function levelAfter(rows: Rows, permission: Level): string {
  const [{ isTeam, person }] = rows;
  const [who, what] = [isTeam ? `Everyone in ${person}` : person, namesOf(rows)];
  const vaults = rows.filter(({ kind }) => kind === "category").length;
  const mayWrite = permission === "write";
  if (vaults === 0) return mayWrite ? `${who} may then edit and delete ${what}.` : `${who} may then only view ${what}.`;
  if (vaults < rows.length)
    return mayWrite
      ? `${who} may then edit and delete ${what}, and what is in the vaults among them.`
      : `${who} may then only view ${what}, and what is in the vaults among them.`;
  if (!mayWrite) return `${who} may then only view what is in ${what}.`;
  return byCount(
    rows.length,
    `${who} may then add items to ${what}, and edit and delete what is in it.`,
    `${who} may then add items to ${what}, and edit and delete what is in them.`,
  );
}

const levelQuestion = (rows: Rows, permission: Level) => ({
  title: "Access level",
  message: `Are you sure you want to update the permission level to ${LEVELS[permission].listed}?`,
  detail: levelAfter(rows, permission),
  confirmLabel: "Update",
});

function endAfter(rows: Rows, expiresAt: number | null): string {
  const [person, what] = [rows[0].person, namesOf(rows)];
  return expiresAt === null
    ? `Access of ${person} to ${what} then goes on until you revoke it.`
    : `Access of ${person} to ${what} then ends on ${shortDate(expiresAt)}.`;
}

const expiryQuestion = (rows: Rows, expiresAt: number | null, going: readonly Item[]) => ({
  title: "Expiration",
  message: "Are you sure you want to update the expiry?",
  detail: [endAfter(rows, expiresAt), ...(going.length > 0 ? [versionsGoThen(going)] : [])].map((text) =>
    createElement("p", { key: text }, text),
  ),
  confirmLabel: "Update",
});

const idsOf = (shares: readonly ShareRow[]) => new Set(shares.map(({ itemId }) => itemId));

/** Finds what no one else has any more without these, and what of it loses its earlier versions: now, or on a day to come. */
function useGoingWithout() {
  const client = useClient();
  const [personal, listedByMe] = [usePersonal(), useListedByMe()];
  const items = () => client.vault.contents()?.items ?? [];
  const without = (rows: Rows, at = Date.now()) => {
    const isLeft = ({ id, isExpired, expiresAt }: ShareRow) =>
      !isExpired && (expiresAt === null || expiresAt > at) && !rows.some((row) => row.id === id);
    return { ended: idsOf(rows), after: idsOf(listedByMe().filter(isLeft)) };
  };
  return {
    now: (rows: Rows) => withVersions(client, goingWithEnd(items(), personal, without(rows))),
    onDay: (rows: Rows, end: number | null) => (end === null ? [] : goingHome(items(), personal, without(rows, end))),
  };
}

const endQuestion = (rows: Rows, contents: Contents | null, going: readonly Item[]) => ({
  title: "Revoke access",
  // The specification's question is about one item.
  message: byCount(
    rows.length,
    "Are you sure you want to revoke access? They'll lose access to this item",
    `Are you sure you want to revoke access? They'll lose access to all ${rows.length}`,
  ),
  detail: createElement(AccessEnds, { rows, contents, going }),
  confirmLabel: "Revoke access",
  danger: true,
});

const meant = (rows: Rows) =>
  rows.map(({ id, itemId, person, isTeam, permission }) => ({ id, shown: { itemId, person, isTeam, permission } }));

export function useShareActions() {
  const client = useClient();
  const revoking = useRevoke();
  const permitting = useSetPermission();
  const expiring = useSetExpiry();
  const [{ remember }, going] = [useKnownPasswords(), useGoingWithout()];
  return {
    isBusy: revoking.isPending || permitting.isPending || expiring.isPending,
    async revoke(rows: Rows): Promise<void> {
      if (!(await confirm(endQuestion(rows, client.vault.contents(), await going.now(rows))))) return;
      try {
        await revoking.mutateAsync(meant(rows));
        toast.done("Access revoked successfully");
        remember(rows);
      } catch (error) {
        toast.failed(error, "Failed to revoke access");
      }
    },
    async setPermission(rows: Rows, permission: Level): Promise<void> {
      if (!(await confirm(levelQuestion(rows, permission)))) return;
      try {
        await permitting.mutateAsync({ shares: meant(rows), permission });
        toast.done("Permission updated successfully");
      } catch (error) {
        toast.failed(error, "Failed to update permission");
      }
    },
    /** @param days - from now; null for never. */
    async setExpiry(rows: Rows, days: number | null): Promise<void> {
      const expiresAt = expiryIn(days, Date.now());
      if (!(await confirm(expiryQuestion(rows, expiresAt, going.onDay(rows, expiresAt))))) return;
      try {
        await expiring.mutateAsync({ shares: meant(rows), expiresAt });
        toast.done("Expiry updated successfully");
      } catch (error) {
        toast.failed(error, "Failed to update expiry");
      }
    },
  };
}
