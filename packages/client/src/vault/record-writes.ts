/** Turns what a user decides into the change that is written: seals it, builds the specified body, and picks the call that carries it. */
import { api, items as itemApi } from "@coffer/contract/api";
import type { Change, PutChange, SealedRecord } from "@coffer/contract/record";
import { toWriteBody } from "@coffer/contract/record-body";
import { BLANK_COLUMNS, columnsOf } from "@coffer/contract/record-columns";
import { DEFAULT_VAULT_COLOR, DEFAULT_VAULT_ICON } from "@coffer/core/constants";
import { withDerived } from "@coffer/core/items/derived-fields";
import { fieldsOnDemand } from "@coffer/core/items/fields-on-demand";
import type { Draft, FieldValues, Named } from "@coffer/core/items/item";
import type { AnyKind, KindName } from "@coffer/core/items/kinds";
import { generateId, type Random, toHex } from "@coffer/crypto";
import type { Call } from "../call.ts";
import type { ScopeRights } from "../keyring.ts";
import { loadSharedRules } from "../sync/load-shared-rules.ts";
import type { BoundId } from "../sync/maker-proof.ts";
import type { Scope } from "../sync/scope.ts";
import { type HeadWrite, headOf, type Plan } from "../sync/scope-deps.ts";
import { laterNames, openedAs, openRecord, sealRecord } from "../sync/seal-record.ts";
import type { Saved } from "./overview.ts";

/** What sealing needs of the platform. */
export interface SealingDeps {
  readonly random: Random;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Name of this device, sealed into every record. */
  readonly device: string;
}

/** The change that is sent, and what was sealed in it, which is not sent. */
export interface SealedWrite {
  readonly change: PutChange;
  readonly saved: Saved;
  /** Of the scope it was sealed for. */
  readonly rights: ScopeRights;
}

/** Everything of a record that a user or an import decides. */
export interface RecordContent {
  readonly kind: AnyKind;
  readonly fields: FieldValues;
  readonly categoryId: string | null;
  readonly favourite: boolean;
  readonly color?: string | null;
  readonly icon?: string | null;
  /** Of a first save, if not now: from a backup. */
  readonly createdAt?: number | undefined;
  readonly updatedAt?: number | undefined;
  /** Of a press that may be sent more than once (waiting/): its save is known by it. */
  readonly saveId?: string | undefined;
}

export interface NewVault {
  readonly name: string;
  readonly description: string;
  readonly color?: string;
  readonly icon?: string;
}

/**
 * Seals a record's content as the save after `before`, or as a first one.
 * @param at - its id; of a first one in another person's scope with the maker's proof (`newId`)
 * @param before - intact: its time of creation is taken from its seal.
 */
export async function sealWrite(
  { random, now, device }: SealingDeps,
  { keys }: Pick<Scope, "keys">,
  at: string | BoundId,
  content: RecordContent,
  before?: SealedRecord,
): Promise<SealedWrite> {
  const { kind, categoryId, favourite, color = null, icon = null } = content;
  const { id, made: proof } = typeof at === "string" ? { id: at, made: undefined } : at;
  const revision = (before?.revision ?? 0) + 1;
  const saveId = content.saveId ?? newSaveId({ random });
  const earlier = before && (await openRecord(keys, before, [...laterNames(kind, before.fields), ...fieldsOnDemand(kind)]));
  const { self, isOwner } = keys.rights;
  // An item made in someone else's vault belongs to its maker.
  const owner = before ? earlier?.owner : isOwner ? undefined : (self ?? undefined);
  const createdAt = earlier?.createdAt ?? content.createdAt ?? now();
  // Fields of later versions and those opened on demand, which a form leaves out.
  const carried = earlier?.state === "intact" ? { ...earlier.fields, ...content.fields } : content.fields;
  const times = { createdAt, updatedAt: content.updatedAt ?? now() };
  const record = {
    id,
    kind,
    revision,
    saveId,
    fields: carried,
    ...times,
    device,
    author: self ?? undefined,
    owner,
    made: before ? earlier?.made : proof,
  };
  const sealed = await sealRecord(keys, record);
  const unsealed = { ...columnsOf(before ?? BLANK_COLUMNS), categoryId, favourite, color, icon };
  return {
    change: { op: "put", id, kind, revision, ...ownMaker(self, owner), ...sealed, ...unsealed },
    saved: { id, kind, saveId: sealed.saveId, ...openedAs({ ...record, fields: withoutOnDemand(kind, carried) }) },
    rights: keys.rights,
  };
}

/** @param closed - asked for once: for each field of a row of an import that took a fifth of its sealing */
const withoutOnDemand = (kind: AnyKind, fields: FieldValues, closed = fieldsOnDemand(kind)): FieldValues =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !closed.includes(name)));

export const newSaveId = ({ random }: Pick<SealingDeps, "random">): string => toHex(random(16));

/** For a record that the current user is about to make there. */
export async function newId({ random }: Pick<SealingDeps, "random">, { keys }: Pick<Scope, "keys">): Promise<string | BoundId> {
  const bound = keys.rights.isOwner ? null : await (await loadSharedRules()).newBoundId(keys, random);
  return bound ?? generateId(random);
}

/** Named in clear where the writer is the maker; in all other cases the server knows. */
export const ownMaker = (self: Named | null, owner: Named | undefined): { readonly makerId?: string } =>
  owner && owner.id === self?.id ? { makerId: owner.id } : {};

/** @param before - the earlier fields, when the draft changes an item. @param by - email of the person who saves, in shared scopes. */
export const contentOf = (
  { kind, fields, categoryId, favourite }: Draft,
  now: number,
  before: FieldValues | null = null,
  by?: string,
): RecordContent => ({
  kind,
  fields: withDerived(kind, { fields, before, now, by }),
  categoryId,
  favourite,
});

export const vaultContent = ({ name, description, color, icon }: NewVault, before?: SealedRecord): RecordContent => ({
  kind: "category",
  fields: { name: name.trim(), description: description.trim() },
  categoryId: null,
  favourite: false,
  color: color ?? before?.color ?? DEFAULT_VAULT_COLOR,
  icon: icon ?? before?.icon ?? DEFAULT_VAULT_ICON,
});

/** A plan with one record, sent with the specified call of its kind. */
interface OneRecordPlan extends Plan {
  readonly saved: readonly [Saved];
}

/** The specified body of a call with one record. */
const writeBody = (change: PutChange, write: HeadWrite) => {
  const { id, revision, saveId, seal } = change;
  return { ...toWriteBody(change), id, revision, saveId, seal, ...headOf(write) };
};

/** Whether an item is saved for others too, and through a vault, in the specified bodies (2 §4). The server decides by the shares. */
const sharedFlags = ({ kind }: ScopeRights) => ({ isSharedUpdate: kind !== "personal", ...(kind === "vault" && { itemType: "category" }) });

export function sendItem(call: Call, kind: KindName, { change, saved, rights }: SealedWrite): OneRecordPlan {
  const endpoint = change.revision === 1 ? itemApi[kind].create : itemApi[kind].update;
  return { changes: [change], saved: [saved], send: (write) => call(endpoint, { ...writeBody(change, write), ...sharedFlags(rights) }) };
}

export function sendVault(call: Call, { change, saved }: SealedWrite): OneRecordPlan {
  const endpoint = change.revision === 1 ? api.vault.createVault : api.vault.updateVault;
  return { changes: [change], saved: [saved], send: (write) => call(endpoint, writeBody(change, write)) };
}

/** A plan of any number of records in one call. */
export function sendTogether(call: Call, puts: readonly SealedWrite[]): Plan & { readonly saved: readonly Saved[] } {
  return {
    ...sendChanges(
      call,
      puts.map(({ change }) => change),
    ),
    saved: puts.map(({ saved }) => saved),
  };
}

export const sendChanges = (call: Call, changes: Change[]): Plan => ({
  changes,
  send: (write) => call(api.vault.commit, { ...write, changes }),
});
