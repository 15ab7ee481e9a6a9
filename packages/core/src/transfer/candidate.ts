/** A candidate: a row of an imported file under review, from any kind of file. */

import type { FieldValues } from "../items/item.ts";
import type { KindName } from "../items/kinds.ts";
import { readCustomFields, writeCustomFields } from "../items/structured-fields.ts";
import type { BackupVault } from "./backup.ts";
import type { CsvError } from "./csv.ts";

export interface Candidate {
  readonly id: string;
  /** Its place among the rows of the file; the first is 1. */
  readonly row: number;
  readonly kind: KindName;
  /** All fields of its kind, ready to save. */
  readonly fields: FieldValues;
  readonly folder: string;
  /** The file has no folder for it; the current one was chosen for all such rows. */
  readonly isPlaced?: true;
  /** Id of its vault in the reading, for files that contain whole vaults: two may have the same name. */
  readonly vault?: string;
  readonly favourite?: boolean;
  /** Milliseconds since 1970; when the file has none, the time of the import is used. */
  readonly createdAt?: number | undefined;
  readonly updatedAt?: number | undefined;
  /** `complete` when every required field came from the file (decision I-03). */
  readonly status: "complete" | "incomplete";
  /** As shown in the review; empty when neither the file nor a site gave one. */
  readonly name: string;
  readonly username: string;
  readonly password: string;
  readonly url: string;
  readonly notes: string;
}

export type ImportError = CsvError;

export interface ImportReading {
  readonly candidates: readonly Candidate[];
  /** Vaults described in the file, including empty ones; none when it only has folder names. */
  readonly vaults: readonly BackupVault[];
  /** Lines that could not be imported, or only partly, and notes on those that were. */
  readonly errors: readonly ImportError[];
  /** The lines among them that were not imported at all. */
  readonly refused: readonly ImportRefusal[];
}

export interface ImportRefusal {
  /** Its place among the rows of the file; the first is 1. */
  readonly row: number;
  readonly message: string;
}

/** A candidate, with what the review shows of any kind read from its fields. */
export function candidateOf(row: number, part: Omit<Candidate, "id" | "row" | "username" | "password" | "url" | "notes">): Candidate {
  const { username = "", password = "", website_url: url = "", notes = "" } = part.fields;
  return { id: `row-${row}`, row, ...part, username, password, url, notes };
}

/** Headings of values that should be hidden on screen: of files in other languages too, and our own labels in these. */
export const SECRET_HEADING =
  /pass|secret|pin|puk|cvv|cvc|code|key|token|\bssn\b|social.?security|licen[cs]e.?n|kennwort|geheim|schl(?:ü|ue)ssel|contrase|clave|c[oó]digo|secreto|senha|chiave|segret|wachtwoord|sleutel/i;

/**
 * The custom fields of an item, plus one for each value that has no field in its kind.
 * @param custom - as `readCustomFields` takes them. @param others - `[heading, value]`.
 */
export function customFieldsWith(custom: string | undefined, others: readonly (readonly [string, string])[]): string {
  if (others.length === 0) return custom ?? "";
  const own = others.map(
    ([label, value]) => ({ label, value, type: SECRET_HEADING.test(label) ? "hidden" : "text", section: "" }) as const,
  );
  return writeCustomFields([...readCustomFields(custom ?? ""), ...own]);
}

/** Puts rows without a folder in the file into one folder; an empty name removes them again. */
export const placeRows = (candidates: readonly Candidate[], place: string): Candidate[] =>
  candidates.map((one) => {
    if (!hasOpenPlace(one)) return one;
    const { isPlaced: _, ...open } = one;
    return place === "" ? { ...open, folder: "" } : { ...open, folder: place, isPlaced: true };
  });

/** Only a backup states that an item is in no vault; other files leave it open. */
export const hasOpenPlace = ({ folder, vault, isPlaced }: Candidate): boolean =>
  isPlaced === true || (folder === "" && vault === undefined);
