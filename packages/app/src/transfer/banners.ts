/** The sentences of the review, exactly as specified (3 §8). */
import type { ReviewFilter } from "@coffer/core/transfer/duplicates";

const FILE_SIZE = "The file exceeds the maximum size limit of 1MB. Please reduce the file size and try again.";

/** What a failed import says. */
export function failureBanner(reason: string): string {
  return /file size/i.test(reason) ? FILE_SIZE : `Import failed: ${reason || "Unknown error"}`;
}

/** What deserves attention before importing. */
export function warnings({ duplicate, incomplete, existing }: Readonly<Record<ReviewFilter, number>>): readonly string[] {
  return [
    ...(duplicate > 0 ? ["Duplicate items detected. Remove duplicates before importing or import them as a new item."] : []),
    ...(incomplete > 0 ? ["Incomplete items detected."] : []),
    ...(existing > 0 ? [`We found ${existing} items that already exist in your vault. These items will be skipped during import.`] : []),
  ];
}

export const ALL_EXIST = "All selected items already exist in your vault. No new items to import.";
export const IMPORT_FAILED = "Failed to import selected items";

/** The toast at the end. @param total - rows under review. */
export const importedSentence = (imported: number, total: number): string =>
  imported === total ? "All items imported successfully" : "Selected items imported successfully";
