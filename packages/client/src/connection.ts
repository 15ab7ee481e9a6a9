/** Finds out from every call whether the server answers, and gives the error its message. */
import type { Call } from "./call.ts";
import { ClientError, ConnectionError, NoAnswerError } from "./errors.ts";

/** Names of errors of a missing network; all other errors are faults, or explain themselves. */
const NETWORK = new Set(["TypeError", "NetworkError", "AbortError"]);

const isNetwork = (error: unknown): boolean => error instanceof Error && NETWORK.has(error.name);

/**
 * Reports for every call whether the server answered; a refusal is an answer.
 * @param onConnection - true for every answer; false for every call without one, or answered by a proxy that does not reach the server.
 * @returns a call that throws ConnectionError when there was no answer. It may have succeeded on the server.
 */
export function trackConnection(call: Call, onConnection: (isThere: boolean) => void = () => undefined): Call {
  return async (spec, input, own, onRows) => {
    try {
      const reply = await call(spec, input, own, onRows);
      onConnection(true);
      return reply;
    } catch (error) {
      if (isNetwork(error)) {
        onConnection(false);
        throw new ConnectionError("ask", { cause: error });
      }
      // A call that the client refused itself was never sent.
      if (error instanceof ConnectionError) onConnection(false);
      else if (!(error instanceof ClientError)) onConnection(true);
      throw error;
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
