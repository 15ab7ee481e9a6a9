/**
 * Said before items go under another key, or back under their owner's: their earlier versions do not go along and are deleted (docs/decisions/0018-history.md). What was saved once has none, and what is shared on
 * its own keeps its key wherever it is put.
 */

import type { Client } from "@coffer/client";
import type { Item, Vault } from "@coffer/core/items/item";
import { byCount } from "@coffer/core/text";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useClient, useSession } from "../../frame/client-context.tsx";
import { Note } from "../../ui/Note.tsx";
import { namesOf } from "./use-deletion.ts";

/** Whether it leaves that key's scope, if it is in any that is not its own. */
type Leaves = (item: Item) => boolean;

export const mayHaveVersions = ({ revision }: Item): boolean => revision > 1;

/** By its place now: in the user's own scope, or that of a vault. */
function leaving(vaults: readonly Vault[], personal: string): Leaves {
  const places = new Set([personal, ...vaults.map(({ scopeId }) => scopeId)]);
  return (item) => mayHaveVersions(item) && places.has(item.scopeId);
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

interface Ending {
  readonly ended: ReadonlySet<string>;
  /** The items and vaults that someone still has then. */
  readonly after: ReadonlySet<string>;
}

/** What goes back under its owner's key. */
export function goingHome(items: readonly Item[], personal: string, { ended, after }: Ending): readonly Item[] {
  const isIn = (ids: ReadonlySet<string>, { id, categoryId }: Item): boolean => ids.has(id) || (categoryId !== null && ids.has(categoryId));
  return items.filter((item) => item.isOwner && item.scopeId !== personal && isIn(ended, item) && !isIn(after, item));
}

export const goingWithEnd = (items: readonly Item[], personal: string, ending: Ending): readonly Item[] =>
  goingHome(items, personal, ending).filter(mayHaveVersions);

export const usePersonal = (): string => useSession()?.personalVaultId ?? "";

interface MoveProps {
  readonly items: readonly Item[];
  readonly vaults: readonly Vault[];
  readonly vaultId: string | null | undefined;
}

export function VersionsGoWithMove({ items, vaults, vaultId }: MoveProps) {
  return <VersionsGo by="move" items={goingWithMove(items, vaults, usePersonal(), vaultId)} />;
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
  return <VersionsGo by="share" items={going} />;
}

const OF_ONE = {
  move: (name: string) => `Moving deletes the earlier versions of ${name}. Only what it holds now is kept.`,
  share: (name: string) => `Sharing deletes the earlier versions of ${name}. Only what it holds now is kept.`,
  end: (name: string) => `Ending the last share deletes the earlier versions of ${name}. Only what it holds now is kept.`,
  delete: (name: string) => `Deleting a shared vault deletes the earlier versions of ${name}. Only what it holds now is kept.`,
} as const;

const OF_SEVERAL = {
  move: (names: string) => `Moving deletes the earlier versions that ${names} may have. Only what they hold now is kept.`,
  share: (names: string) => `Sharing deletes the earlier versions that ${names} may have. Only what they hold now is kept.`,
  end: (names: string) => `Ending the last share deletes the earlier versions that ${names} may have. Only what they hold now is kept.`,
  delete: (names: string) =>
    `Deleting a shared vault deletes the earlier versions that ${names} may have. Only what they hold now is kept.`,
} as const;

interface Going {
  readonly by: keyof typeof OF_ONE;
  readonly items: readonly Item[];
}

/** A question that is to be asked waits no longer. */
const ASKED_WITHIN_MS = 2_000;

/**
 * Of one alone the server is asked: a move and new keys count as revisions too. Of several, no one opens all that they were to learn it. Where it does not answer at
 * once, there may be some.
 */
export async function withVersions(client: Client, items: readonly Item[]): Promise<readonly Item[]> {
  const [one, ...more] = items;
  if (!one || more.length > 0) return items;
  const late = new Promise<readonly Item[]>((resolve) => setTimeout(() => resolve(items), ASKED_WITHIN_MS));
  return Promise.race([known(client, one), late]);
}

async function known(client: Client, item: Item): Promise<readonly Item[]> {
  try {
    const { asked, older } = await client.vault.versions({ id: item.id, most: 0 });
    return asked + older > 0 ? [item] : [];
  } catch {
    return [item];
  }
}

export function VersionsGo({ by, items }: Going) {
  const client = useClient();
  const isOne = items.length === 1;
  const { data = NO_ITEMS } = useQuery({
    queryKey: ["vault", "versions go", items[0]?.id, items[0]?.revision, items[0]?.saveId],
    queryFn: () => withVersions(client, items),
    enabled: isOne,
    gcTime: 0,
    networkMode: "always",
  });
  return <VersionsNote by={by} items={isOne ? data : items} />;
}

const NO_ITEMS: readonly Item[] = [];

/** Of those that have any. */
export const VersionsNote = ({ by, items }: Going) => items.length > 0 && <Note tone="warning">{versionsGo(by, items)}</Note>;

export const versionsGo = (by: Going["by"], items: Going["items"]): string =>
  (items.length === 1 ? OF_ONE : OF_SEVERAL)[by](namesOf(items));

/** Of a day to come: what is saved until then becomes versions too. */
export const versionsGoThen = (items: readonly Item[]): string =>
  byCount(
    items.length,
    `That end deletes the earlier versions that ${namesOf(items)} then has. Only what it holds then is kept.`,
    `That end deletes the earlier versions that ${namesOf(items)} then have. Only what they hold then is kept.`,
  );
