/**
 * The complete export: everything the user owns as JSON, with each vault and each item on its own line. Unknown content found when reading
 * a backup is reported, never dropped silently; a newer version may have written it.
 */
import { type FieldValues, type Item, isOwnItem, type Vault } from "../items/item.ts";
import { KIND_NAMES, type KindName, kindOf } from "../items/kinds.ts";
import { COLOR_FORM, ICON_FORM } from "../items/vault-appearance.ts";
import { isMoment } from "../text.ts";

const FORMAT = "coffer-backup";
const VERSION = 1;

export interface BackupVault {
  /** Identifies it within the file; an import creates a new id. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** "#3B82F6", or empty. */
  readonly color: string;
  readonly icon: string;
}

export interface BackupItem {
  readonly kind: KindName;
  /** Id of a vault of the file; null when it is in none. */
  readonly vault: string | null;
  readonly favourite: boolean;
  /** Milliseconds since 1970; absent when the file has no date. */
  readonly createdAt?: number | undefined;
  readonly updatedAt?: number | undefined;
  readonly fields: FieldValues;
}

export interface BackupError {
  /** Line in the layout of `writeBackup`; the first is 1. */
  readonly line: number;
  readonly message: string;
}

export interface Backup {
  /** Milliseconds since 1970. */
  readonly exportedAt: number;
  readonly vaults: readonly BackupVault[];
  /** Unknown fields are included in `fields` and reported in `errors`. */
  readonly items: readonly BackupItem[];
  /** The line of each of `items`, counted as in `errors`. */
  readonly lines: readonly number[];
  readonly errors: readonly BackupError[];
  /** Invalid entries, by their position in the file; the first is 1. */
  readonly refused: readonly { readonly row: number; readonly message: string }[];
}

export interface BackupRequest {
  /** With all fields opened. */
  readonly items: readonly Item[];
  readonly vaults: readonly Vault[];
}

export interface BackupPlan extends BackupRequest {
  /** Items and vaults that did not open; never silently exported as if complete. */
  readonly unreadable: number;
}

/** What a backup will contain. Items shared with the user are not exported (decision I-11). */
export function planBackup({ items, vaults }: BackupRequest): BackupPlan {
  const own = { items: items.filter(isOwnItem), vaults: vaults.filter(({ isOwner }) => isOwner) };
  const readable = { items: own.items.filter(isIntact), vaults: own.vaults.filter(isIntact) };
  return { ...readable, unreadable: own.items.length - readable.items.length + own.vaults.length - readable.vaults.length };
}

const isIntact = ({ state }: Item | Vault): boolean => state === "intact";

/** Writes what `planBackup` lists. An item of a vault that is left out is in none. @param now milliseconds since 1970. */
export function writeBackup({ now, ...request }: BackupRequest & { readonly now: number }): string {
  const plan = planBackup(request);
  const vaults = plan.vaults.map(({ id, name, description, color, icon }): BackupVault => ({ id, name, description, color, icon }));
  const known = new Set(vaults.map(({ id }) => id));
  const items = plan.items.map(({ kind, categoryId, favourite, createdAt, updatedAt, fields }): BackupItem => {
    const vault = categoryId !== null && known.has(categoryId) ? categoryId : null;
    return { kind, vault, favourite, createdAt, updatedAt, fields };
  });
  const head = [`"format": ${JSON.stringify(FORMAT)},`, `"version": ${VERSION},`, `"exportedAt": ${now},`];
  return ["{", ...head, '"vaults": [', ...listLines(vaults), "],", '"items": [', ...listLines(items), "]", "}", ""].join("\n");
}

const listLines = (entries: readonly object[]): string[] =>
  entries.map((entry, index) => JSON.stringify(entry) + (index < entries.length - 1 ? "," : ""));

/** Line of a vault in that layout. */
const vaultLine = (index: number): number => 6 + index;
const itemLine = (index: number, vaultCount: number): number => vaultLine(vaultCount) + 2 + index;

/** @returns null when the file is not a backup, or of an unknown version. */
export function readBackup(text: string): Backup | null {
  const file = parseFile(text);
  if (file?.format !== FORMAT || file.version !== VERSION || !Array.isArray(file.vaults) || !Array.isArray(file.items)) return null;
  const [rawVaults, rawItems]: [unknown[], unknown[]] = [file.vaults, file.items];
  const errors: BackupError[] = [];
  const vaults = new Map<string, BackupVault>();
  for (const [index, raw] of rawVaults.entries()) {
    const vault = readVault(raw);
    if (vault && !vaults.has(vault.id)) vaults.set(vault.id, vault);
    else errors.push({ line: vaultLine(index), message: "This vault is not written as it should be; it was left out." });
  }
  const found: { item: BackupItem; line: number }[] = [];
  const refused: { row: number; message: string }[] = [];
  for (const [index, raw] of rawItems.entries()) {
    const line = itemLine(index, rawVaults.length);
    const { item, messages } = readItem(raw, vaults);
    errors.push(...messages.map((message) => ({ line, message })));
    if (item) found.push({ item, line });
    else refused.push({ row: index + 1, message: messages.join(" ") });
  }
  const [items, lines] = [found.map(({ item }) => item), found.map(({ line }) => line)];
  return { exportedAt: isMoment(file.exportedAt) ? file.exportedAt : 0, vaults: [...vaults.values()], items, lines, errors, refused };
}

function parseFile(text: string): Record<string, unknown> | null {
  try {
    return recordOf(JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text));
  } catch {
    return null; // not JSON: another kind of file
  }
}

/** Empty, or valid for the server: an invalid one would make it refuse the whole import. */
const isColor = (text: unknown): text is string => typeof text === "string" && (text === "" || COLOR_FORM.test(text));
const isIcon = (text: unknown): text is string => typeof text === "string" && (text === "" || ICON_FORM.test(text));

function readVault(raw: unknown): BackupVault | null {
  const { id, name, description, color, icon } = recordOf(raw) ?? {};
  if (typeof id !== "string" || typeof name !== "string" || typeof description !== "string") return null;
  if (!isColor(color) || !isIcon(icon)) return null;
  return { id, name, description, color, icon };
}

interface ItemReading {
  readonly item?: BackupItem;
  readonly messages: readonly string[];
}

const ITEM_PARTS = ["kind", "vault", "favourite", "createdAt", "updatedAt", "fields"];

function readItem(raw: unknown, vaults: ReadonlyMap<string, unknown>): ItemReading {
  const record = recordOf(raw) ?? {};
  const { kind: kindText, vault, favourite, createdAt, updatedAt, fields: rawFields } = record;
  const fields = textsOf(rawFields);
  const kind = KIND_NAMES.find((name) => name === kindText);
  const name = nameOf(kind, fields ?? {});
  if (typeof kindText === "string" && !kind)
    return { messages: [`${name} is of the kind "${kindText}", which is not known; it was left out.`] };
  const isPlaced = vault === null || typeof vault === "string";
  if (!kind || !fields || !isPlaced || typeof favourite !== "boolean")
    return { messages: [`${name} is not written as it should be; it was left out.`] };
  const messages = [
    ...Object.keys(record).filter((part) => !ITEM_PARTS.includes(part)),
    ...Object.keys(fields).filter((field) => !Object.hasOwn(kindOf(kind).fields, field)),
  ].map((unknown) => `${name} has "${unknown}", which is not known.`);
  const isVaultKnown = vault === null || vaults.has(vault);
  if (!isVaultKnown) messages.push(`${name} is in a vault that the file does not contain; it will be in none.`);
  const dates = Object.fromEntries(Object.entries({ createdAt, updatedAt }).filter(([, at]) => isMoment(at)));
  if (Object.keys(dates).length < 2) messages.push(`${name} has a date that is none; it will have the date of the import.`);
  return { item: { kind, vault: isVaultKnown ? vault : null, favourite, ...dates, fields }, messages };
}

/** The name of an item in messages. */
function nameOf(kind: KindName | undefined, fields: FieldValues): string {
  const titles = kind ? [kindOf(kind).title] : KIND_NAMES.map((known) => kindOf(known).title);
  const title = titles.map((field) => fields[field]?.trim()).find(Boolean);
  return title ? `"${title}"` : "This item";
}

const recordOf = (raw: unknown): Record<string, unknown> | null =>
  typeof raw === "object" && raw !== null && !Array.isArray(raw) ? (raw as Record<string, unknown>) : null;

function textsOf(raw: unknown): FieldValues | null {
  const record = recordOf(raw);
  return record && Object.values(record).every((value) => typeof value === "string") ? (record as FieldValues) : null;
}
