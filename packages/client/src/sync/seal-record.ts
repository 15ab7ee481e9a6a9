/**
 * Seals and opens records: every field is sealed on its own, and the record's `seal` lists its fields.
 *
 * Note: Save id. Each save draws 16 random bytes that are in the context of every field, so fields of two saves cannot be mixed. A field
 * that the seal lists must be there and no other may be, and anything else makes the record tampered. Where the id covers
 * the texts (save-id.ts), others do not open at all.
 *
 * Note: Later fields. A field of a later version (contract, Note: Fields of later versions) is opened under its own name into `fields`
 * like any other, and sealed again whenever the record is saved, moved or re-keyed. No screen knows it, so it is not shown.
 */
import { isLaterField, type SealedRecord } from "@coffer/contract/record";
import { EMAIL_MAX_LENGTH } from "@coffer/core/account/email";
import { DECRYPTION_FAILED, type FieldValues, type Named } from "@coffer/core/items/item";
import { type AnyKind, isItemKind, KIND_NAMES, kindOf, wireFields } from "@coffer/core/items/kinds";
import { recordCode } from "@coffer/core/items/record-code";
import { contextAround, DecryptError, fromHex, open, seal, u8, u64, utf8, uuidToBytes } from "@coffer/crypto";
import type { ScopeKeys } from "../keyring.ts";
import type { MakerProof } from "./maker-proof.ts";
import { isAsSaved, pressIn, saveIdIn } from "./save-id.ts";
import { agrees, overviewFor, type SealedOverview, valuesIn } from "./sealed-overview.ts";

/** Of a UUID; and more than the JSON of a proof has. */
const [ID_LENGTH, PROOF_LENGTH, DEVICE_LENGTH] = [36, 400, 200];
/** The name of the record's own seal in its context. No field can have it: field names have no colon. */
const SEAL_NAME = ":seal";

interface RecordIdentity {
  readonly id: string;
  readonly kind: AnyKind;
  readonly revision: number;
  readonly saveId: string;
}

/** What the record's seal holds, as JSON. */
interface SealContent {
  readonly fields: readonly string[];
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly device: string;
  /** In shared scopes: who saved it last, and whom it belongs to if not to the scope's owner. */
  readonly author?: Named;
  readonly owner?: Named;
  /** That the owner made it. */
  readonly made?: MakerProof;
  readonly again?: number;
  readonly overview?: SealedOverview;
}

/** What else the seal says. Anyone with the key could have written it; the server could not. */
interface SealedClaims {
  readonly author?: Named | undefined;
  readonly owner?: Named | undefined;
  /** That the owner made it; see maker-proof.ts. */
  readonly made?: MakerProof | undefined;
  /** How many revisions before this one it is the same as, sealed again under new keys: no one misses those. */
  readonly again?: number | undefined;
}

export interface OpenedRecord extends SealedClaims {
  readonly fields: FieldValues;
  readonly state: "intact" | "tampered";
  /** Names of fields that did not open. Absent where their own list did not: then nothing is known of the record. */
  readonly closed?: readonly string[];
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The device that saved it. */
  readonly device?: string | undefined;
}

/** Wire names of each kind's fields. Computed once, like the bytes of the names, not for each of ten thousand records. */
const WIRES = new Map<AnyKind, ReadonlyMap<string, string>>(
  ([...KIND_NAMES, "category"] as const).map((kind) => [kind, new Map(wireFields(kind))]),
);
const wiresOf = (kind: AnyKind): ReadonlyMap<string, string> => WIRES.get(kind) ?? new Map();

/** Only of names this version knows: there can be any number of others. */
const NAME_BYTES = new Map([SEAL_NAME, ...[...WIRES.values()].flatMap((wires) => [...wires.keys()])].map((name) => [name, utf8(name)]));

/** @returns the context of a field of this save, by its name. */
function fieldContexts(keys: ScopeKeys, { id, kind, revision, saveId }: RecordIdentity): (name: string) => readonly Uint8Array[] {
  const record = [uuidToBytes(keys.scopeId), uuidToBytes(id), u8(recordCode(kind))];
  const contextOf = contextAround("field", record, [u64(revision), fromHex(pressIn(saveId))]);
  return (name) => contextOf(NAME_BYTES.get(name) ?? utf8(name));
}

/** Required fields are sealed even when empty, so that a reader of the specified body finds them (decision I-03). */
function isKept(kind: AnyKind, name: string, value: string): boolean {
  if (value !== "") return true;
  return kind === "category" ? name === "name" : isItemKind(kind) && Boolean(kindOf(kind).fields[name]?.required);
}

export interface NewRecord extends RecordIdentity, SealedClaims {
  readonly fields: FieldValues;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly device: string;
  /** Sealed fields that do not open, by name: they stay what they are, and so does the record, while all else of it is sealed again. */
  readonly closed?: Readonly<Record<string, string>> | undefined;
}

/** The result of opening the record, known because it was just sealed. Values are as typed: half of a surrogate pair is still there. */
export function openedAs({ kind, fields, createdAt, updatedAt, author, owner, made }: NewRecord): OpenedRecord {
  const kept = keptFields(kind, fields).map(([name]) => [name, fields[name] ?? ""]);
  return { fields: Object.fromEntries(kept), state: "intact", createdAt, updatedAt, author, owner, made };
}

/** The fields that are sealed, each with its wire name. */
function keptFields(kind: AnyKind, fields: FieldValues): (readonly [name: string, wire: string])[] {
  const known = [...wiresOf(kind)].filter(([name]) => isKept(kind, name, fields[name] ?? ""));
  return [...known, ...laterNames(kind, fields).map((name) => [name, name] as const)];
}

/** Names of later versions' fields, which this version does not know; see Note: Later fields. */
export function laterNames(kind: AnyKind, fields: FieldValues): string[] {
  const names = Object.keys(fields).filter(isLaterField);
  return names.filter((name) => !wiresOf(kind).has(name));
}

/** The wire name of each field. */
function wireNames(kind: AnyKind, fields: FieldValues): ReadonlyMap<string, string> {
  const later = laterNames(kind, fields);
  return later.length === 0 ? wiresOf(kind) : new Map([...wiresOf(kind), ...later.map((name) => [name, name] as const)]);
}

/**
 * @param record - its save id: the press
 * @returns the record's seal, and its fields by wire name, each as `seal` gives it; and the save id, which in a shared scope covers them
 */
export async function sealRecord(keys: ScopeKeys, record: NewRecord): Promise<Pick<SealedRecord, "saveId" | "seal" | "fields">> {
  const { closed = {} } = record;
  const kept = keptFields(record.kind, record.fields).filter(([name]) => closed[name] === undefined);
  const contextOf = fieldContexts(keys, record);
  const sealText = (name: string, text: string, purpose: "field" | "recordSeal"): Promise<string> =>
    seal({ key: keys.fieldKey, text, purpose, epoch: keys.epoch, context: contextOf(name) });
  const fields = await Promise.all(
    kept.map(async ([name, wire]) => [wire, await sealText(name, record.fields[name] ?? "", "field")] as const),
  );
  const { createdAt, updatedAt, device, author, owner, made, again } = record;
  const people = { ...(author && { author }), ...(owner && { owner }), ...(made && { made }), ...(again && { again }) };
  const names = kept.map(([name]) => name);
  const left = Object.entries(closed);
  const overview =
    left.length > 0 ? undefined : overviewFor(record.kind, names, record.fields, (name) => fields[names.indexOf(name)]?.[1] ?? "");
  const listed = [...names, ...left.map(([name]) => name)];
  const content: SealContent = { fields: listed, createdAt, updatedAt, device, ...people, ...(overview && { overview }) };
  const all = [...fields, ...left.map(([name, text]) => [wiresOf(record.kind).get(name) ?? name, text] as const)];
  const sealed = { seal: await sealText(SEAL_NAME, JSON.stringify(content), "recordSeal"), fields: Object.fromEntries(all) };
  return { ...sealed, saveId: saveIdIn(keys, pressIn(record.saveId), sealed) };
}

/**
 * Opens a record, or only the named fields, from its seal alone where that has them (sealed-overview.ts).
 * @param except - fields that stay closed, when all others are wanted
 * @returns `tampered` instead of throwing: one broken record must not hide the others. Fields that do not open read "(Decryption
 * failed)".
 */
export async function openRecord(
  keys: ScopeKeys,
  record: SealedRecord,
  only?: readonly string[],
  except: readonly string[] = [],
): Promise<OpenedRecord> {
  const contextOf = fieldContexts(keys, record);
  const isOfThisSave = isAsSaved(record);
  const openText = async (name: string, sealed: unknown, purpose: "field" | "recordSeal"): Promise<string | null> =>
    isOfThisSave ? open({ key: keys.fieldKey, sealed, purpose, epoch: keys.epoch, context: contextOf(name) }).catch(nullWhenClosed) : null;
  const wires = wireNames(record.kind, record.fields);
  const all = [...wires].map(([name, wire]) => [name, record.fields[wire] as unknown] as const);
  const asked = all.filter(([name, sealed]) => sealed !== undefined && (only?.includes(name) ?? !except.includes(name)));
  const openFields = async (): Promise<Texts> =>
    Object.fromEntries(await Promise.all(asked.map(async ([name, sealed]) => [name, await openText(name, sealed, "field")] as const)));
  // When all fields are wanted, they need not wait for the seal.
  const [seal, whole] = await Promise.all([openText(SEAL_NAME, record.seal, "recordSeal"), only ? null : openFields()]);
  const content = seal === null ? null : parseSeal(seal);
  const texts: Texts = whole ?? valuesIn(content?.overview, content?.fields ?? [], asked) ?? (await openFields());
  const isWhole = content !== null && listsExactly(content, record, wires) && !Object.values(texts).includes(null);
  const isOfOneVoice = only !== undefined || agrees(content?.overview, content?.fields ?? [], texts);
  return openedWith(record, content, texts, isWhole && isOfOneVoice);
}

/** By name; null if it did not open. */
type Texts = Readonly<Record<string, string | null>>;

/** Anyone with the key could have written any number. */
const countIn = (said: unknown, below: number): number | undefined =>
  Number.isInteger(said) && Number(said) > 0 && Number(said) < below ? Number(said) : undefined;

function openedWith(record: SealedRecord, content: SealContent | null, texts: Texts, isIntact: boolean): OpenedRecord {
  const timeOf = (said: unknown, stored: number): number => (typeof said === "number" ? said : stored);
  return {
    fields: Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text ?? DECRYPTION_FAILED])),
    state: isIntact ? "intact" : "tampered",
    ...(content && !isIntact && { closed: Object.keys(texts).filter((name) => texts[name] === null) }),
    createdAt: timeOf(content?.createdAt, record.createdAt),
    updatedAt: timeOf(content?.updatedAt, record.updatedAt),
    author: named(content?.author),
    owner: named(content?.owner),
    device: nameOfDevice(content?.device),
    made: proofOf(content),
    again: countIn(content?.again, record.revision),
  };
}

/** Anyone with the scope's key may have sealed anything here too, also more than fits into a seal that is made again. */
function named(said: Partial<Named> | undefined): Named | undefined {
  const { id, email } = said ?? {};
  const isName = typeof id === "string" && typeof email === "string" && id.length <= ID_LENGTH && email.length <= EMAIL_MAX_LENGTH;
  return isName ? { id, email } : undefined;
}

/** What was saved on a device with a longer name says no device. */
const nameOfDevice = (said: unknown): string | undefined => (typeof said === "string" && said.length <= DEVICE_LENGTH ? said : undefined);

const proofOf = (content: SealContent | null): MakerProof | undefined =>
  JSON.stringify(content?.made ?? null).length <= PROOF_LENGTH ? content?.made : undefined;

/** Shown by the caller as "(Decryption failed)", never as empty. */
function nullWhenClosed(error: unknown): null {
  if (error instanceof DecryptError) return null;
  throw error;
}

/** Anyone with the scope's key may have sealed anything: a seal that is no list breaks only its own record. */
function parseSeal(text: string): SealContent | null {
  try {
    const content = JSON.parse(text) as Partial<SealContent> | null;
    return Array.isArray(content?.fields) ? (content as SealContent) : null;
  } catch {
    return null;
  }
}

/** Whether the fields are exactly those that the seal lists. */
function listsExactly(content: SealContent, record: SealedRecord, wires: ReadonlyMap<string, string>): boolean {
  const present = Object.keys(record.fields);
  const listed = new Set(content.fields.map((name) => wires.get(name)));
  return present.length === listed.size && present.every((wire) => listed.has(wire));
}
