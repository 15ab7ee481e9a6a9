/** Whether the server answers, as every call finds out, and what is said when it does not. */
import type { Call } from "./call.ts";
import { ClientError, ConnectionError, NoAnswerError, UnreachedError } from "./errors.ts";

/** What a network that is not there throws; anything else is a fault, or says itself what it is. */
const NETWORK = new Set(["TypeError", "NetworkError", "AbortError"]);

const isNetwork = (error: unknown): boolean => error instanceof Error && NETWORK.has(error.name);

/**
 * Tells of every call whether there was an answer of the server's, a refusal among them.
 * @param onConnection - true with every answer, false with every call that found nobody, or somebody in between who does not reach the server.
 * @returns a call that throws ConnectionError when there was none. What was asked for may have been done all the same.
 */
export function trackConnection(call: Call, onConnection: (isThere: boolean) => void = () => undefined): Call {
  return async (spec, input, own, hear) => {
    try {
      const reply = await call(spec, input, own, hear);
      onConnection(true);
      return reply;
    } catch (error) {
      if (isNetwork(error)) {
        onConnection(false);
        throw new ConnectionError("ask", { cause: error });
      }
      // What the client refused by itself was never sent.
      if (error instanceof ConnectionError || error instanceof UnreachedError) onConnection(false);
      else if (!(error instanceof ClientError)) onConnection(true);
      throw error;
    }
  };
}

/** The same for what changes the vault: it says that nothing is saved, where that is known. */
export async function asSave<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const isUnsent = error instanceof ConnectionError && !(error instanceof NoAnswerError);
    throw isUnsent ? new ConnectionError("save", { cause: error }) : error;
  }
}
