/** How long a call is waited for: as long as data arrives, and no longer. */
import { ARRIVAL_MS_PER_MIB } from "@coffer/core/constants";
import { NoAnswerError } from "./errors.ts";

/** Longest time without data. The server ends its own slow work earlier. */
const SILENCE_MS = 30_000;
const MIB = 1_048_576;

type OnText = (text: string) => void | Promise<void>;

export interface CallTimeout {
  /** Aborts the request that it is passed to. */
  readonly signal: AbortSignal;
  /** @throws NoAnswerError in place of the abort's error */
  wait<T>(work: Promise<T>): Promise<T>;
  /** Reads the text of an answer, however long it takes while pieces arrive. @param onText - gets each piece, and the next when it is done with it. */
  textOf(response: Response, onText: OnText): Promise<void>;
  /** Before its time: the caller wants no answer any more. */
  giveUp(): void;
  end(): void;
}

/** @param bytes - size of the request */
export function createCallTimeout(bytes: number, silenceMs = SILENCE_MS): CallTimeout {
  const giveUp = new AbortController();
  const startOf = (ms: number) => setTimeout(() => giveUp.abort(), ms);
  let timer = startOf(silenceMs + Math.floor(bytes / MIB) * ARRIVAL_MS_PER_MIB);
  const dataArrived = (): void => {
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
  const read = async (response: Response, onText: OnText): Promise<void> => {
    if (!response.body) return onText(await response.text());
    const [decoder, reader] = [new TextDecoder(), response.body.getReader()];
    for (;;) {
      const { done, value } = await reader.read();
      dataArrived();
      if (done) return onText(decoder.decode());
      await onText(decoder.decode(value, { stream: true }));
    }
  };
  return {
    signal: giveUp.signal,
    wait,
    textOf: (response, onText) => wait(read(response, onText)),
    giveUp: () => giveUp.abort(),
    end: () => clearTimeout(timer),
  };
}
