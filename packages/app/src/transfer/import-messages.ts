/** The messages of the review, exactly as specified (3 §8). */
import { IMPORT_MAX_BYTES, MAX_ITEMS } from "@coffer/core/constants";
import { byCount, LOCALE, plural } from "@coffer/core/text";
import type { Review } from "@coffer/core/transfer/duplicates";
import { sourceOf } from "@coffer/core/transfer/sources";
import type { ReadFile } from "./import-state.ts";

const FILE_SIZE = `The file exceeds the maximum size limit of ${IMPORT_MAX_BYTES / 1024 ** 2}MB. Please reduce the file size and try again.`;

export const NO_CONNECTION = "there is no connection to the server";
/** What is true of an import that failed or was stopped. */
export const GOES_ON = "What was written stays. Import again to continue where it stopped. Nothing is written twice.";

/** For a file whose contents name another source than the chosen one. @returns null where none was chosen, or the right one. */
export const otherSource = ({ chosen, sourceId }: Pick<ReadFile, "chosen" | "sourceId">): string | null =>
  chosen === null || chosen === sourceId
    ? null
    : `This file is not from ${sourceOf(chosen).name}: its columns are those of ${sourceOf(sourceId).name}, and it was read so.`;

/** Before anything is written. @param wanted - rows that would be written. @returns null where they fit. */
export const tooMany = (wanted: number, room: number): string | null =>
  wanted <= room
    ? null
    : `An account holds at most ${count(MAX_ITEMS)} items. There is room for ${count(Math.max(0, room))} more, and ${count(wanted)} are selected. Please select fewer.`;

const count = (number: number): string => number.toLocaleString(LOCALE);

/** What a failed import says. */
export function failureBanner(reason: string): string {
  if (/file size/i.test(reason)) return FILE_SIZE;
  return reason ? `Import failed: ${reason}` : "Import failed: Unknown error";
}

/** What deserves attention before importing. */
export function warnings({
  counts: { duplicate, incomplete, existing },
  differing,
}: Pick<Review, "counts" | "differing">): readonly string[] {
  return [
    ...(duplicate > 0 ? ["Duplicate items detected. Remove duplicates before importing or import them as a new item."] : []),
    ...(incomplete > 0 ? ["Incomplete items detected."] : []),
    ...(existing > 0 ? [`We found ${existing} items that already exist in your vault. These items will be skipped during import.`] : []),
    ...(differing.size > 0 ? [differingMessage(differing.size)] : []),
  ];
}

/** Of a backup: skipping these as existing would lose what only the file has. */
const differingMessage = (number: number): string =>
  byCount(
    number,
    `${plural(number, "item")} of this backup is in your vault with other contents, such as notes or tags. It will be imported next to what you have.`,
    `${plural(number, "item")} of this backup are in your vault with other contents, such as notes or tags. They will be imported next to what you have.`,
  );

export const ALL_EXIST = "All selected items already exist in your vault. No new items to import.";
export const IMPORT_FAILED = "Failed to import selected items";

/** The toast at the end. @param total - rows under review. */
export const importedMessage = (imported: number, total: number): string =>
  imported === total ? "All items imported successfully" : "Selected items imported successfully";
