/** A silent server is given up; a slow one is not. */
import { api } from "@coffer/contract/api";
import { describe, expect, it } from "vitest";
import { createCall } from "./call.ts";
import { createCallTimeout } from "./call-timeout.ts";
import { NoAnswerError } from "./errors.ts";
import { endingResponse } from "./testing/ending-response.ts";

const SILENCE_MS = 200;
const never = () => new Promise<never>(() => undefined);

/** Pieces that each arrive after half of the longest silence; then the answer ends, or stays silent forever. */
function slowly(count: number, end: "ends" | "is silent"): Response {
  let sent = 0;
  const pull = async (stream: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    if (sent === count) return end === "ends" ? stream.close() : never();
    await new Promise((resume) => setTimeout(resume, SILENCE_MS / 2));
    stream.enqueue(new TextEncoder().encode(String(sent++)));
  };
  return new Response(new ReadableStream({ pull }));
}

describe("a call", () => {
  it("without an answer is given up, with a sentence that says so", async () => {
    const patience = createCallTimeout(0, SILENCE_MS);
    await expect(patience.wait(never())).rejects.toThrow("The server did not answer in time. Please check your connection and try again.");
    expect(patience.signal.aborted).toBe(true);
  });

  it("is waited for as long as pieces of the answer arrive, and no longer", async () => {
    const heard: string[] = [];
    await createCallTimeout(0, SILENCE_MS).textOf(slowly(5, "ends"), (text) => void heard.push(text));
    expect(heard.join("")).toBe("01234");
    await expect(createCallTimeout(0, SILENCE_MS).textOf(slowly(2, "is silent"), () => undefined)).rejects.toBeInstanceOf(NoAnswerError);
  });

  it("reads an answer to its end and no further, an empty one too", async () => {
    for (const text of ["", "an answer"]) {
      const pieces: string[] = [];
      await createCallTimeout(0, SILENCE_MS).textOf(endingResponse(text), (piece) => void pieces.push(piece));
      expect(pieces.join("")).toBe(text);
    }
  });

  it("that has ended leaves no timer", async () => {
    const patience = createCallTimeout(0, SILENCE_MS);
    patience.end();
    await new Promise((resume) => setTimeout(resume, 2 * SILENCE_MS));
    expect(patience.signal.aborted).toBe(false);
  });

  it("always passes a signal that can abort the request", async () => {
    const signals: unknown[] = [];
    const send: typeof fetch = async (_, init) => {
      signals.push(init?.signal);
      return Response.json({ success: true, maintenance: false, message: "", version: "1" });
    };
    const call = createCall({ origin: "http://localhost", fetch: send, token: () => null, onUnauthorized: async () => undefined });
    await call(api.account.status, {});
    expect(signals).toEqual([expect.any(AbortSignal)]);
  });
});
