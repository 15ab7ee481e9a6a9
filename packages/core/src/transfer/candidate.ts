/** A candidate: a row of a file under review, whatever kind of file it came from. */

import { FIELD_MAX_BYTES } from "../constants.ts";
import { type FieldValues, isTooLong } from "../items/item.ts";
import type { KindName } from "../items/kinds.ts";
import { readCustomFields, writeCustomFields } from "../items/structured-fields.ts";
import type { BackupVault } from "./backup.ts";
import type { CsvError } from "./csv.ts";

export interface Candidate {
  readonly id: string;
  /** Its place among the rows of the file; the first is 1. */
  readonly row: number;
  readonly kind: KindName;
  /** All fields of its kind, ready to be saved. */
  readonly fields: FieldValues;
  readonly folder: string;
  /** The file names no folder; the one it has was chosen for all such rows. */
  readonly isPlaced?: true;
  /** Id of its vault among those of the reading, where the file holds whole vaults: two may have one name. */
  readonly vault?: string;
  readonly favourite?: boolean;
  /** Milliseconds since 1970; where the file does not say, it is the moment of the import. */
  readonly createdAt?: number | undefined;
  readonly updatedAt?: number | undefined;
  /** `complete` when every required field came from the file (decision I-03). */
  readonly status: "complete" | "incomplete";
  /** As shown in the review; empty when the file had none and no site gave one. */
  readonly name: string;
  readonly username: string;
  readonly password: string;
  readonly url: string;
  readonly notes: string;
}

export type ImportError = CsvError;

export interface ImportReading {
  readonly candidates: readonly Candidate[];
  /** Vaults the file describes, also empty ones; none where it only names folders. */
  readonly vaults: readonly BackupVault[];
  /** Lines that cannot become an item, or not wholly; and what is to be known of those that did. */
  readonly errors: readonly ImportError[];
  /** Of those lines the ones that became nothing. */
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

/** What a heading says of values that nobody should read over a shoulder. */
export const SECRET_HEADING = /pass|secret|pin|puk|cvv|cvc|code|key|token|\bssn\b|social.?security|licen[cs]e.?n/i;

/**
 * The custom fields of an item, with one more for each value that has no field of its kind.
 * @param custom - as `readCustomFields` takes them. @param others - `[heading, value]`.
 */
export function customFieldsWith(custom: string | undefined, others: readonly (readonly [string, string])[]): string {
  if (others.length === 0) return custom ?? "";
  const own = others.map(
    ([label, value]) => ({ label, value, type: SECRET_HEADING.test(label) ? "hidden" : "text", section: "" }) as const,
  );
  return writeCustomFields([...readCustomFields(custom ?? ""), ...own]);
}

/** The rows whose place the file leaves open put into one folder; an empty name takes them out again. */
export const placeRows = (candidates: readonly Candidate[], place: string): Candidate[] =>
  candidates.map((one) => {
    if (!hasOpenPlace(one)) return one;
    const { isPlaced: _, ...open } = one;
    return place === "" ? { ...open, folder: "" } : { ...open, folder: place, isPlaced: true };
  });

/** A backup says also of an item that it lies in no vault; other files say nothing. */
export const hasOpenPlace = ({ folder, vault, isPlaced }: Candidate): boolean =>
  isPlaced === true || (folder === "" && vault === undefined);

export const TOO_LONG = `A value of this line is longer than ${FIELD_MAX_BYTES / 1024} KB; it was left out.`;

export const hasTooLong = (fields: FieldValues): boolean => Object.values(fields).some(isTooLong);
