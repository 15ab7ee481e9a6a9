/** Where an import goes: every folder and vault of the file is matched with an own vault of that name, created if there is none (decision I-08). */

import { DEFAULT_VAULT_COLOR, DEFAULT_VAULT_ICON } from "@coffer/core/constants";
import { VAULT_COLORS } from "@coffer/core/items/vault-appearance";
import type { BackupVault } from "@coffer/core/transfer/backup";
import type { Candidate } from "@coffer/core/transfer/import";
import type { Scope } from "../sync/scope.ts";
import type { Contents } from "../types.ts";
import { commit, type VaultContext } from "../vault/context.ts";
import { type SealedWrite, sealWrite, sendTogether } from "../vault/record-writes.ts";
import { folderId } from "./created-ids.ts";

/** The vault a candidate belongs to; null for none. */
export type PlaceOf = (candidate: Candidate) => string | null;

export interface Folders {
  readonly placeOf: PlaceOf;
  /** Ids of the vaults that this import creates, or created in an earlier attempt. */
  readonly createdIds: readonly string[];
  /** How many do not exist yet. */
  readonly missing: number;
  /** Creates the missing ones in one commit. */
  readonly make: () => Promise<void>;
}

/** A vault that the import needs, by the candidates' name for it. */
interface Folder extends Omit<BackupVault, "id"> {
  readonly key: string;
}

interface FoldersRequest {
  readonly contents: Pick<Contents, "vaults">;
  readonly candidates: readonly Candidate[];
  /** Vaults that the file describes; each is created even if empty, and two of one name stay two. */
  readonly described: readonly BackupVault[];
  /** See created-ids.ts. */
  readonly seed: string;
}

/** Matches the vaults, and determines which are to be created. */
export async function planFolders(
  context: VaultContext,
  { contents: { vaults }, candidates, described, seed }: FoldersRequest,
): Promise<Folders> {
  const whole = new Set(described.map(({ id }) => id));
  const keyOf = ({ vault, folder }: Candidate): string | null => {
    if (vault !== undefined && whole.has(vault)) return wholeKey(vault);
    return folder.trim() ? folderKey(folder) : null;
  };
  const folders = new Map(described.map(({ id, ...rest }): [string, Folder] => [wholeKey(id), { key: wholeKey(id), ...rest }]));
  for (const candidate of candidates) {
    const key = keyOf(candidate);
    if (key !== null && !folders.has(key)) folders.set(key, newFolder(context, key, candidate.folder.trim()));
  }
  const { personalScopeId } = context.keyring();
  const found = findOwn(
    vaults.filter(({ isOwner, scopeId }) => isOwner && scopeId === personalScopeId),
    [...folders.values()],
  );
  const drawn = await Promise.all([...folders.keys()].map(async (key) => [key, await folderId(seed, key)] as const));
  const ids = new Map([...drawn, ...found]);
  return {
    placeOf: (candidate) => ids.get(keyOf(candidate) ?? "") ?? null,
    createdIds: drawn.filter(([key, id]) => ids.get(key) === id).map(([, id]) => id),
    missing: folders.size - found.size,
    make: () => makeMissing(context, [...folders.values()], ids),
  };
}

const wholeKey = (id: string): string => `vault:${id}`;
/** Different spellings are different folders, as they are different vaults; outer spaces do not count. */
const folderKey = (folder: string): string => `folder:${folder.trim()}`;
/** Matching a vault ignores case and outer spaces (decision I-08). */
const nameKey = (name: string): string => name.trim().toLowerCase();

/** Vaults already created by another device, or by an attempt whose answer was lost, stay as they are. */
async function makeMissing(context: VaultContext, folders: readonly Folder[], ids: ReadonlyMap<string, string>): Promise<void> {
  await commit(context, async (scope) => {
    const missing = folders.flatMap((folder) => {
      const id = ids.get(folder.key);
      return id === undefined || scope.records.has(id) ? [] : [{ folder, id }];
    });
    return sendTogether(context.call, await Promise.all(missing.map(({ folder, id }) => sealFolder(context, scope, id, folder))));
  });
}

/**
 * Each vault that the file describes takes one for itself, so that two of one name match or become two; equal spellings first. Folders
 * that the file only names can share one, whatever the case of its name.
 */
function findOwn(own: Contents["vaults"], folders: readonly Folder[]): Map<string, string> {
  const ids = new Map<string, string>();
  const free = new Set(own);
  for (const spelling of [(name: string) => name.trim(), nameKey])
    for (const { key, name } of folders) {
      const isAlike = (vault: Contents["vaults"][number]): boolean => spelling(vault.name) === spelling(name);
      const vault = ids.has(key) ? undefined : ([...free].find(isAlike) ?? (isNamedOnly(key) ? own.find(isAlike) : undefined));
      if (!vault) continue;
      ids.set(key, vault.id);
      free.delete(vault);
    }
  return ids;
}

const isNamedOnly = (key: string): boolean => key.startsWith(folderKey(""));

const sealFolder = (context: VaultContext, scope: Scope, id: string, { name, description, color, icon }: Folder): Promise<SealedWrite> =>
  sealWrite(context, scope, id, {
    kind: "category",
    fields: { name, description },
    categoryId: null,
    favourite: false,
    color: color || null,
    icon: icon || null,
  });

const newFolder = (context: VaultContext, key: string, name: string): Folder => ({
  key,
  name,
  description: `Imported from folder: ${name}`,
  color: randomColor(context),
  icon: DEFAULT_VAULT_ICON,
});

/** Colours with enough contrast for white text in both themes. */
const randomColor = ({ random }: VaultContext): string => VAULT_COLORS[(random(1)[0] ?? 0) % VAULT_COLORS.length] ?? DEFAULT_VAULT_COLOR;
