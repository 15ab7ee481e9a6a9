/** Limits for unpacking archives, so that a decompression bomb stops early. */

const UNPACKED_MAX_BYTES = 200 * 1024 * 1024;
const ENTRIES_MAX = 50_000;
/** In milliseconds. */
const TIME_MAX = 10_000;

const TOO_MUCH = "This archive holds more than 200 MB, or more than 50,000 files; please unpack it and import what is in it.";
const TOO_LONG = "This archive took longer than 10 seconds to unpack; please unpack it and import what is in it.";
const BROKEN = "This archive is damaged and cannot be unpacked.";

/** Why an archive cannot be read; its message is shown to the user. */
export class ArchiveError extends Error {}
export const damagedArchive = (): ArchiveError => new ArchiveError(BROKEN);

/** Counts the unpacked data of one file, over all its parts. */
export class UnpackBudget {
  #bytes = 0;
  readonly #until = performance.now() + TIME_MAX;

  /** @throws ArchiveError when the limit is exceeded. */
  spend(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > UNPACKED_MAX_BYTES) throw new ArchiveError(TOO_MUCH);
    if (performance.now() > this.#until) throw new ArchiveError(TOO_LONG);
  }

  count(entries: number): void {
    if (entries > ENTRIES_MAX) throw new ArchiveError(TOO_MUCH);
  }
}
