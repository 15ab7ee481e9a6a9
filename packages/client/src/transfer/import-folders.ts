/** Where an import goes: for every folder and vault of the file the own vault of that name, made if there is none (decision I-08). */

import { DEFAULT_VAULT_COLOR, DEFAULT_VAULT_ICON } from "@coffer/core/constants";
import { VAULT_COLORS } from "@coffer/core/items/vault-appearance";
import type { BackupVault } from "@coffer/core/transfer/backup";
import type { Candidate } from "@coffer/core/transfer/import";
import type { Scope } from "../sync/scope.ts";
import type { Contents } from "../types.ts";
import { commit, type VaultContext } from "../vault/context.ts";
import { type SealedWrite, sealWrite, sendTogether } from "../vault/record-writes.ts";
import { folderId } from "./created-ids.ts";

/** Which vault a candidate belongs into; null for none. */
export type PlaceOf = (candidate: Candidate) => string | null;

export interface Folders {
  readonly placeOf: PlaceOf;
  /** Ids of the vaults that this import makes, or has made in an earlier attempt. */
  readonly createdIds: readonly string[];
  /** How many are not there yet. */
  readonly missing: number;
  /** Makes what is missing, in one commit. */
  readonly make: () => Promise<void>;
}

/** A vault the import needs, by what its candidates call it. */
interface Folder extends Omit<BackupVault, "id"> {
  readonly key: string;
}

interface Asked {
  readonly contents: Pick<Contents, "vaults">;
  readonly candidates: readonly Candidate[];
  /** Vaults the file holds whole; each is made even when nothing lies in it, and two of one name stay two. */
  readonly described: readonly BackupVault[];
  /** See created-ids.ts. */
  readonly seed: string;
}

/** Finds the vaults, and says which are to be made. */
export async function planFolders(context: VaultContext, { contents: { vaults }, candidates, described, seed }: Asked): Promise<Folders> {
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
/** Folders that are spelled differently are two, as vaults are; outer spaces do not count. */
const folderKey = (folder: string): string => `folder:${folder.trim()}`;
/** Whether a vault is meant does not depend on case and outer spaces (decision I-08). */
const nameKey = (name: string): string => name.trim().toLowerCase();

/** What another device, or an attempt whose answer was lost, has made is left as it is. */
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
 * Each vault that the file describes takes one for itself, so that two of one name find or become two; first those that are spelled alike. Folders that the file
 * only names may share one: a vault is found whatever the case of its name.
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

/** Colours that carry white text in both themes. */
const randomColor = ({ random }: VaultContext): string => VAULT_COLORS[(random(1)[0] ?? 0) % VAULT_COLORS.length] ?? DEFAULT_VAULT_COLOR;
