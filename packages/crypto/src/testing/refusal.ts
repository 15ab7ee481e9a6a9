/** Waits for a refusal and gives what a caller could learn from it. */
import { DecryptError } from "../errors.ts";

/** @throws when the promise is kept, or broken by anything that is not exactly the one `DecryptError`. */
export async function refusal(attempt: Promise<unknown>): Promise<{ name: string; message: string; keys: string[] }> {
  const error: unknown = await attempt.then(
    () => new Error("It opened"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof DecryptError) || error.message !== "Decryption failed" || error.cause !== undefined) throw error;
  return { name: error.name, message: error.message, keys: Object.keys(error) };
}
