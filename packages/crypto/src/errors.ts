/** The one error of this package's readers: whatever would not open, it says the same and carries nothing else. */

/** Thrown when a sealed or wrapped text does not open: wrong key, purpose, epoch or context, or a byte has changed. Never says which. */
export class DecryptError extends Error {
  override readonly name = "DecryptError";

  constructor() {
    super("Decryption failed");
  }
}
