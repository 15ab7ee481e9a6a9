/** How long a call is waited for: as long as something comes, and no longer. */
import { ARRIVAL_MS_PER_MIB } from "@coffer/core/constants";
import { NoAnswerError } from "./errors.ts";

/** Without a sign of life. The server ends what takes it longer before. */
const SILENCE_MS = 30_000;
const MIB = 1_048_576;

export interface CallTimeout {
  /** Gives up the call that it is passed to. */
  readonly signal: AbortSignal;
  /** @throws NoAnswerError in place of whatever giving up made of it */
  wait<T>(work: Promise<T>): Promise<T>;
  /** The text of an answer, however long it takes while pieces of it come. @param hear - gets each as it comes. */
  textOf(response: Response, hear: (text: string) => void): Promise<void>;
  end(): void;
}

/** @param bytes - of what is sent */
export function createCallTimeout(bytes: number, silenceMs = SILENCE_MS): CallTimeout {
  const giveUp = new AbortController();
  const startOf = (ms: number) => setTimeout(() => giveUp.abort(), ms);
  let timer = startOf(silenceMs + Math.floor(bytes / MIB) * ARRIVAL_MS_PER_MIB);
  const heard = (): void => {
    clearTimeout(timer);
    timer = startOf(silenceMs);
  };
  const wait = async <T>(work: Promise<T>): Promise<T> => {
    const late = new Promise<never>((_, reject) => {
      if (giveUp.signal.aborted) reject(new NoAnswerError());
      giveUp.signal.addEventListener("abort", () => reject(new NoAnswerError()), { once: true });
    });
    return Promise.race([work, late]);
  };
  const read = async (response: Response, hear: (text: string) => void): Promise<void> => {
    if (!response.body) return hear(await response.text());
    const [decoder, reader] = [new TextDecoder(), response.body.getReader()];
    for (;;) {
      const { done, value } = await reader.read();
      heard();
      if (done) return hear(decoder.decode());
      hear(decoder.decode(value, { stream: true }));
    }
  };
  return { signal: giveUp.signal, wait, textOf: (response, hear) => wait(read(response, hear)), end: () => clearTimeout(timer) };
}
