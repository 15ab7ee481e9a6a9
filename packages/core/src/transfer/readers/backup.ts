/** Turns our own backup into complete candidates, so that importing all of them recreates the identical vault. */
import { isComplete } from "../../items/item.ts";
import { kindOf } from "../../items/kinds.ts";
import { type Backup, type BackupItem, readBackup } from "../backup.ts";
import {
  type Candidate,
  candidateOf,
  customFieldsWith,
  hasTooLong,
  type ImportError,
  type ImportReading,
  type ImportRefusal,
  TOO_LONG,
} from "../candidate.ts";
import type { Reader } from "../reader.ts";

export const backupReader: Reader = {
  open: (text) => {
    const backup = readBackup(text);
    return backup && { fit: () => 1, read: () => readItems(backup) };
  },
};

function readItems(backup: Backup): ImportReading {
  const folders = new Map(backup.vaults.map(({ id, name }) => [id, name]));
  const candidates: Candidate[] = [];
  const tooLong: ImportError[] = [];
  const tooLongRows: ImportRefusal[] = [];
  for (const [index, item] of backup.items.entries()) {
    const candidate = candidateFrom(item, index + 1, folders);
    if (hasTooLong(candidate.fields)) {
      tooLong.push({ line: backup.lines[index] ?? 1, message: TOO_LONG });
      tooLongRows.push({ row: index + 1, message: TOO_LONG });
    } else candidates.push(candidate);
  }
  const refused = [...backup.refused, ...tooLongRows].sort((a, b) => a.row - b.row);
  return { candidates, vaults: backup.vaults, refused, errors: [...backup.errors, ...tooLong].sort((a, b) => a.line - b.line) };
}

/** Empty fields stay empty: fallbacks are only for new items. Fields from a newer version become custom fields. */
function candidateFrom(item: BackupItem, row: number, folders: ReadonlyMap<string, string>): Candidate {
  const { kind, vault, favourite, createdAt, updatedAt } = item;
  const { title, fields: table } = kindOf(kind);
  const known = Object.keys(table).map((name) => [name, item.fields[name] ?? ""] as const);
  const others = Object.entries(item.fields).filter(([name, value]) => !Object.hasOwn(table, name) && value);
  const fields = { ...Object.fromEntries(known), custom_fields: customFieldsWith(item.fields.custom_fields, others) };
  const status = isComplete(kind, fields) ? "complete" : "incomplete";
  const place = vault === null ? { folder: "" } : { folder: folders.get(vault) ?? "", vault };
  return candidateOf(row, { kind, fields, ...place, favourite, createdAt, updatedAt, status, name: item.fields[title] ?? "" });
}
