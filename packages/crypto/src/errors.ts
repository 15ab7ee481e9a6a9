/** The single error for everything that does not open: always the same message, without a cause. */

/** Thrown when a sealed or wrapped text does not open: wrong key, purpose, epoch or context, or a byte has changed. Never says which. */
export class DecryptError extends Error {
  override readonly name = "DecryptError";

  constructor() {
    super("Decryption failed");
  }
}
