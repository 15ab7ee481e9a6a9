/** Where an import goes: for every folder and vault of the file the own vault of that name, made if there is none (decision I-08). */
import { VAULT_COLORS } from "@coffer/core/items/vault-look";
import { DEFAULT_VAULT_COLOR, DEFAULT_VAULT_ICON } from "@coffer/core/product";
import type { BackupVault } from "@coffer/core/transfer/backup";
import type { Candidate } from "@coffer/core/transfer/import";
import { generateId } from "@coffer/crypto";
import type { Scope } from "../sync/scope.ts";
import type { Contents } from "../types.ts";
import { commit, type VaultContext } from "../vault/context.ts";
import { type SealedPut, sealPut, sendTogether } from "../vault/put.ts";

/** Which vault a candidate belongs into; null for none. */
export type PlaceOf = (candidate: Candidate) => string | null;

export interface Folders {
  readonly placeOf: PlaceOf;
  /** Ids of the vaults that were not there before. */
  readonly made: readonly string[];
}

/** A vault the import needs, by what its candidates call it. */
interface Folder extends Omit<BackupVault, "id"> {
  readonly key: string;
}

/**
 * Finds or makes the vaults, all new ones in one commit.
 * @param described vaults the file holds whole; each is made even when nothing lies in it, and two of one name stay two.
 */
export async function importFolders(
  context: VaultContext,
  { vaults }: Contents,
  candidates: readonly Candidate[],
  described: readonly BackupVault[],
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
  const ids = await findOrMake(context, vaults, [...folders.values()]);
  const known = new Set(vaults.map(({ id }) => id));
  return {
    placeOf: (candidate) => ids.get(keyOf(candidate) ?? "") ?? null,
    made: [...ids.values()].filter((id) => !known.has(id)),
  };
}

const wholeKey = (id: string): string => `vault:${id}`;
const folderKey = (folder: string): string => `folder:${nameKey(folder)}`;
/** Folders and vaults are the same when only case and outer spaces differ (decision I-08). */
const nameKey = (name: string): string => name.trim().toLowerCase();

async function findOrMake(
  context: VaultContext,
  vaults: Contents["vaults"],
  folders: readonly Folder[],
): Promise<ReadonlyMap<string, string>> {
  const found = findOwn(vaults, folders);
  const missing = folders.filter(({ key }) => !found.has(key));
  const ids = new Map([...found, ...missing.map(({ key }) => [key, generateId(context.random)] as const)]);
  if (missing.length === 0) return ids;
  await commit(context, async (scope) => {
    const puts = await Promise.all(missing.map((folder) => sealFolder(context, scope, ids.get(folder.key) ?? "", folder)));
    return sendTogether(context.call, puts);
  });
  return ids;
}

/** Each takes one for itself, so that two vaults of one name find or become two; first those that are spelled alike. */
function findOwn(vaults: Contents["vaults"], folders: readonly Folder[]): Map<string, string> {
  const ids = new Map<string, string>();
  const free = vaults.filter(({ isOwner }) => isOwner);
  for (const spelling of [(name: string) => name, nameKey])
    for (const { key, name } of folders) {
      const at = ids.has(key) ? -1 : free.findIndex((vault) => spelling(vault.name) === spelling(name));
      for (const { id } of at < 0 ? [] : free.splice(at, 1)) ids.set(key, id);
    }
  return ids;
}

const sealFolder = (context: VaultContext, scope: Scope, id: string, { name, description, color, icon }: Folder): Promise<SealedPut> =>
  sealPut(context, scope, id, {
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
