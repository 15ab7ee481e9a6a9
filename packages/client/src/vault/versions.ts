/** The earlier versions of an item, opened: asked for when a person wants to see them, and kept nowhere on this device. */
import { api } from "@coffer/contract/api";
import { AppError } from "@coffer/contract/errors";
import type { SealedRecord } from "@coffer/contract/record";
import type { SealedVersion } from "@coffer/contract/versions";
import { fieldsOnDemand } from "@coffer/core/items/fields-on-demand";
import type { FieldValues, Item, Named } from "@coffer/core/items/item";
import { inBatches } from "../batches.ts";
import type { ScopeKeys } from "../keyring.ts";
import { openRecord } from "../sync/seal-record.ts";
import { keysOfBefore, versionKeysIn } from "../sync/version-keys.ts";
import { scopeOf, type VaultContext } from "./context.ts";
import { type ItemRecord, isItem, pull } from "./read.ts";

export interface ItemVersion {
  readonly revision: number;
  readonly saveId: string;
  readonly fields: FieldValues;
  /** `tampered`: it does not open as what the server says it is. */
  readonly state: Item["state"];
  /** When a newer one took its place, by the server's clock; null for what the item is now. */
  readonly replacedAt: number | null;
  /** By the clock of the device that saved it. */
  readonly updatedAt: number;
  /** How many revisions before it have the same content: it was sealed again under new keys, each time with the next revision. */
  readonly again?: number | undefined;
  readonly author?: Named | undefined;
  readonly device?: string | undefined;
}

export interface ItemVersions {
  readonly now: ItemVersion;
  /** The newest first. Those that the server leaves out are not there: revisions count by one. */
  readonly earlier: readonly ItemVersion[];
  /** How many of the server's this answer and those before it had; `skip` of the next one. */
  readonly asked: number;
  /** How many more it has. */
  readonly older: number;
  /** Revisions of this answer that are under a key of before, and to be sealed again; on a device without that key they are not among `earlier`. */
  readonly resealing: readonly number[];
}

export interface VersionsRequest {
  readonly id: string;
  readonly skip?: number;
  /** None at all where it is 0: `older` says how many there are. */
  readonly most?: number;
}

/** @throws AppError not_found, for an item that is gone, in the trash or no longer shared; ConnectionError */
export async function versions(context: VaultContext, asked: VersionsRequest): Promise<ItemVersions> {
  const { older, sealed } = await ask(context, asked);
  const { keys, record } = await itemOf(context, asked.id);
  // What is not older than what the item is took no one's place: the server may have kept it to itself when it was sent.
  const replaced = sealed.filter(({ revision, epoch }) => revision < record.revision && epoch <= keys.epoch);
  const isOld = ({ epoch }: SealedVersion): boolean => epoch < keys.epoch;
  const before = replaced.some(isOld) ? await keysOfBefore(keys, await keptKeys(context, keys)) : new Map<number, ScopeKeys>();
  // Of the owner's own, those whose key is kept alone: no one else seals them again.
  const waiting = replaced.filter((version) => isOld(version) && (!keys.rights.isOwner || before.has(version.epoch)));
  const resealing = waiting.map(({ revision }) => revision);
  // Of another key it opens nothing: it is missing like one that was not given.
  const opening = async ({ replacedAt, epoch, ...save }: OpenedSave & { readonly replacedAt: number | null }): Promise<ItemVersion[]> => {
    const under = epoch === keys.epoch ? keys : before.get(epoch);
    return under ? [await openVersion(under, { ...record, ...save }, replacedAt)] : [];
  };
  const [now, ...earlier] = (await inBatches([{ ...record, epoch: keys.epoch, replacedAt: null }, ...replaced], opening, 20)).flat();
  if (!now) throw new AppError("not_found");
  return { now, earlier, asked: (asked.skip ?? 0) + sealed.length, older, resealing };
}

type OpenedSave = Pick<SealedVersion, "revision" | "saveId" | "epoch" | "seal" | "fields">;

const keptKeys = async ({ scope, keyring }: VaultContext, { rights }: ScopeKeys) =>
  rights.isOwner ? versionKeysIn(keyring(), (await scope()).trust) : {};

/** Asked once more where someone has saved the item since this device looked: it may be under another key by now. */
async function ask(context: VaultContext, { id, skip = 0, most }: VersionsRequest) {
  const input = { id, skip, ...(most !== undefined && { most }) };
  const first = await context.call(api.vault.versions, input);
  const { keys, record } = await itemOf(context, id);
  const isBehind = first.versions.some(({ revision, epoch }) => revision > record.revision || epoch > keys.epoch);
  if (isBehind) await pull(context);
  const { versions: sealed, older } = isBehind ? await context.call(api.vault.versions, input) : first;
  return { sealed, older };
}

async function itemOf(context: VaultContext, id: string): Promise<{ readonly keys: ScopeKeys; readonly record: ItemRecord }> {
  const { keys, records } = await scopeOf(context, id);
  const record = records.get(id);
  if (!record || !isItem(record)) throw new AppError("not_found");
  return { keys, record };
}

async function openVersion(keys: ScopeKeys, record: SealedRecord, replacedAt: number | null): Promise<ItemVersion> {
  const { fields, state, updatedAt, author, device, again } = await openRecord(keys, record, undefined, fieldsOnDemand(record.kind));
  const { revision, saveId } = record;
  return { revision, saveId, fields, state, replacedAt, updatedAt, author, device, again };
}
