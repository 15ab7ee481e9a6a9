/** Turns our own backup into complete candidates, so that importing all of them recreates the identical vault. */
import { isComplete } from "../../items/item.ts";
import { kindOf } from "../../items/kinds.ts";
import { type Backup, type BackupItem, readBackup } from "../backup.ts";
import { type Candidate, candidateOf, customFieldsWith, type ImportError, type ImportReading } from "../candidate.ts";
import type { Reader } from "../reader.ts";
import { withinLimits } from "../within-limits.ts";

export const backupReader: Reader = {
  open: (text) => {
    const backup = readBackup(text);
    return backup && { fit: () => 1, read: () => readItems(backup) };
  },
};

function readItems(backup: Backup): ImportReading {
  const folders = new Map(backup.vaults.map(({ id, name }) => [id, name]));
  const candidates: Candidate[] = [];
  const leftOut: ImportError[] = [];
  for (const [index, item] of backup.items.entries()) {
    const { candidate, messages } = candidateFrom(item, index + 1, folders);
    candidates.push(candidate);
    leftOut.push(...messages.map((message) => ({ line: backup.lines[index] ?? 1, message })));
  }
  const errors = [...backup.errors, ...leftOut].sort((a, b) => a.line - b.line);
  return { candidates, vaults: backup.vaults, refused: backup.refused, errors };
}

/** Empty fields stay empty: fallbacks are only for new items. Fields from a newer version become custom fields. */
function candidateFrom(item: BackupItem, row: number, folders: ReadonlyMap<string, string>) {
  const { kind, vault, favourite, createdAt, updatedAt } = item;
  const { title, fields: table } = kindOf(kind);
  const known = Object.keys(table).map((name) => [name, item.fields[name] ?? ""] as const);
  const others = Object.entries(item.fields).filter(([name, value]) => !Object.hasOwn(table, name) && value);
  const whole = { ...Object.fromEntries(known), custom_fields: customFieldsWith(item.fields.custom_fields, others) };
  const { fields, messages } = withinLimits(kind, whole);
  const status = isComplete(kind, fields) ? "complete" : "incomplete";
  const place = vault === null ? { folder: "" } : { folder: folders.get(vault) ?? "", vault };
  const name = fields[title] ?? "";
  return { candidate: candidateOf(row, { kind, fields, ...place, favourite, createdAt, updatedAt, status, name }), messages };
}
