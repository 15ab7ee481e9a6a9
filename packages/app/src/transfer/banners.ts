/** The messages of the review, exactly as specified (3 §8). */
import { plural } from "@coffer/core/text";
import type { Review } from "@coffer/core/transfer/duplicates";

const FILE_SIZE = "The file exceeds the maximum size limit of 1MB. Please reduce the file size and try again.";

/** What a failed import says. */
export function failureBanner(reason: string): string {
  return /file size/i.test(reason) ? FILE_SIZE : `Import failed: ${reason || "Unknown error"}`;
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
const differingMessage = (count: number): string =>
  `${plural(count, "item")} of this backup ${count === 1 ? "is" : "are"} in your vault with other contents, such as notes or tags. ${count === 1 ? "It" : "They"} will be imported beside what you have.`;

export const ALL_EXIST = "All selected items already exist in your vault. No new items to import.";
export const IMPORT_FAILED = "Failed to import selected items";

/** The toast at the end. @param total - rows under review. */
export const importedMessage = (imported: number, total: number): string =>
  imported === total ? "All items imported successfully" : "Selected items imported successfully";
