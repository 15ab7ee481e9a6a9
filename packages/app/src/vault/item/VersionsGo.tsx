/**
 * Said before items go under another key: their earlier versions do not go along and are deleted (docs/decisions/0018-history.md). What was saved once has none, and what is shared on
 * its own keeps its key wherever it is put.
 */
import type { Item, Vault } from "@coffer/core/items/item";
import { useMemo } from "react";
import { useSession } from "../../frame/client-context.tsx";
import { Note } from "../../ui/Note.tsx";
import { namesOf } from "./use-deletion.ts";

/** Whether it leaves that key's scope, if it is in any that is not its own. */
type Leaves = (item: Item) => boolean;

const hasVersions = ({ revision }: Item): boolean => revision > 1;

/** By its place now: in the user's own scope, or that of a vault. */
function leaving(vaults: readonly Vault[], personal: string): Leaves {
  const places = new Set([personal, ...vaults.map(({ scopeId }) => scopeId)]);
  return (item) => hasVersions(item) && places.has(item.scopeId);
}

/** @param vaultId - where they are to go; undefined while that is not chosen */
export function goingWithMove(
  items: readonly Item[],
  vaults: readonly Vault[],
  personal: string,
  vaultId: string | null | undefined,
): readonly Item[] {
  if (vaultId === undefined) return [];
  // One that was made on the spot is the user's own.
  const to = vaults.find(({ id }) => id === vaultId)?.scopeId ?? personal;
  const leaves = leaving(vaults, personal);
  return items.filter((item) => leaves(item) && item.scopeId !== to);
}

/** @param ids - of items and vaults; what is in a vault goes with it the first time that is shared */
function goingWithShare(items: readonly Item[], vaults: readonly Vault[], personal: string, ids: readonly string[]): readonly Item[] {
  const chosen = new Set(ids);
  const leaves = leaving(vaults, personal);
  return items.filter((item) => leaves(item) && (chosen.has(item.id) || item.scopeId === personal));
}

export const usePersonal = (): string => useSession()?.personalVaultId ?? "";

interface MoveProps {
  readonly items: readonly Item[];
  readonly vaults: readonly Vault[];
  readonly vaultId: string | null | undefined;
}

export function VersionsGoWithMove({ items, vaults, vaultId }: MoveProps) {
  return <Said by="Moving" items={goingWithMove(items, vaults, usePersonal(), vaultId)} />;
}

interface ShareProps {
  /** All that is shared with what is chosen. */
  readonly items: readonly Item[];
  readonly vaults: readonly Vault[];
  readonly ids: readonly string[];
}

/** Not looked for again at each letter of the form. */
export function VersionsGoWithShare({ items, vaults, ids }: ShareProps) {
  const personal = usePersonal();
  const going = useMemo(() => goingWithShare(items, vaults, personal, ids), [items, vaults, personal, ids]);
  return <Said by="Sharing" items={going} />;
}

const Said = ({ by, items }: { by: "Moving" | "Sharing"; items: readonly Item[] }) =>
  items.length > 0 && <Note tone="warning">{versionsGo(by, items)}</Note>;

export const versionsGo = (by: "Moving" | "Sharing", items: readonly Item[]): string =>
  `${by} deletes the earlier versions of ${namesOf(items)}. Only what ${items.length === 1 ? "it holds" : "they hold"} now is kept.`;
