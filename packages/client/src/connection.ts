/** Finds out from every call whether the server answers, and gives the error its message. */
import { isRefusal } from "@coffer/contract/errors";
import type { OnRows } from "./answer-reader.ts";
import type { Call } from "./call.ts";
import { ClientError, ConnectionError, NoAnswerError, UnreachedError } from "./errors.ts";
import type { ServerReach } from "./types.ts";

/** Names of errors of a missing network; all other errors are faults, or explain themselves. */
const NETWORK = new Set(["TypeError", "NetworkError", "AbortError"]);

const isNetwork = (error: unknown): boolean => error instanceof Error && NETWORK.has(error.name);

/** @returns what an error of a call says of the server; null where the client refused the call itself: it was never sent. */
function reachOf(error: unknown): ServerReach | null {
  if (error instanceof UnreachedError) return "unreached";
  if (error instanceof ConnectionError) return "silent";
  if (isRefusal(error, "starting")) return "starting";
  if (isRefusal(error, "unavailable") || isRefusal(error, "overloaded")) return "busy";
  return error instanceof ClientError ? null : "here";
}

/**
 * Reports for every call what it found out about the server; any other refusal is an answer.
 * @returns a call that throws ConnectionError when there was no answer. It may have succeeded on the server.
 */
export function trackConnection(call: Call, onConnection: (found: ServerReach) => void = () => undefined): Call {
  return async (spec, input, own, onRows, signal) => {
    let isOpen = false;
    const hear: OnRows = (list, rows) => {
      if (spec.lasts && !isOpen) onConnection("here");
      isOpen = true;
      onRows?.(list, rows);
    };
    try {
      const reply = await call(spec, input, own, onRows && hear, signal);
      onConnection("here");
      return reply;
    } catch (error) {
      if (signal?.aborted) throw error;
      const shown = isNetwork(error) ? new ConnectionError("ask", { cause: error }) : error;
      const found = reachOf(shown);
      // A reply that lasts is cut off, or held back, by what is in between: its caller asks again, and a server that is away answers that with nothing at all.
      const isLine = spec.lasts === true && (isOpen || error instanceof NoAnswerError);
      if (found !== null && !isLine) onConnection(found);
      throw shown;
    }
  };
}

/** The same for writes: says that nothing is saved, if that is known. */
export async function asSave<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const isUnsent = error instanceof ConnectionError && !(error instanceof NoAnswerError);
    throw isUnsent ? new ConnectionError("save", { cause: error }) : error;
  }
}
