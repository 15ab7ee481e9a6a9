/** The server's half of the keys, which it could not be given: it counts until the server has it, and for what was asked before that. */
import { fakeClient } from "@coffer/app/testing/fake-client.ts";
import { sessionHalf } from "@coffer/contract/session-half";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { UNSENT_HALF } from "./storage-keys.ts";
import { anArea } from "./testing/area.ts";
import { isUnsent, UnsentHalf } from "./unsent-half.ts";

const HALF = `/api${sessionHalf.findHalf.path}`;
const [OLD, NEW] = ["0a".repeat(32), "0b".repeat(32)];
const { findHalf, keepHalf } = sessionHalf;

let session: Map<string, unknown>;
let answers: (() => void)[];
/** The server's, which is slow. */
let stored: string;
beforeEach(() => {
  [session, answers, stored] = [new Map(), [], OLD];
  vi.stubGlobal("chrome", { storage: { session: anArea(session) } });
  vi.stubGlobal("fetch", (_: string, { method, body }: { method: string; body?: string }) => {
    if (method === keepHalf.method) stored = JSON.parse(body ?? "").half;
    const answer = Response.json({ success: true, half: stored });
    return new Promise((resolve) => answers.push(() => resolve(answer)));
  });
});
afterEach(() => vi.unstubAllGlobals());

const ask = async (unsent: UnsentHalf): Promise<string> => (await (await unsent.fetch(HALF, { method: findHalf.method })).json()).half;
const send = (unsent: UnsentHalf) => unsent.fetch(HALF, { method: keepHalf.method, body: JSON.stringify({ half: NEW, restMinutes: 15 }) });
const answer = async (count: number): Promise<void> => {
  await vi.waitFor(() => expect(answers.length).toBe(count));
  answers.at(-1)?.();
};

it("an earlier half that the server gives does not count, also where it is given the new one before that answer comes", async () => {
  const unsent = new UnsentHalf();
  session.set(UNSENT_HALF, NEW);
  const asked = ask(unsent);
  await vi.waitFor(() => expect(answers.length).toBe(1));
  const sent = send(unsent);
  await answer(2);
  await sent;
  expect(await isUnsent()).toBe(false);
  answers[0]?.();
  expect(await asked).toBe(NEW);
});

it("is kept until the server has taken it", async () => {
  const unsent = new UnsentHalf();
  const sent = send(unsent);
  await vi.waitFor(() => expect(answers.length).toBe(1));
  expect(await isUnsent()).toBe(true);
  answers[0]?.();
  await sent;
  expect(await isUnsent()).toBe(false);
});

it("a client sends it when the server is gone or back, and no more once another has taken its place; a lock forgets it", async () => {
  const keepAlive = vi.fn(async () => undefined);
  const unsent = new UnsentHalf();
  let ends = (): void => undefined;
  unsent.follow(
    fakeClient({
      onSession(listener) {
        ends = () => listener(null, "expired");
        return () => undefined;
      },
      account: { keepAlive },
    }),
  );
  session.set(UNSENT_HALF, OLD);
  ends();
  await vi.waitFor(async () => expect(await isUnsent()).toBe(false));
  unsent.found("unreached");
  unsent.found("unreached");
  unsent.found("here");
  expect(keepAlive).toHaveBeenCalledTimes(2);
  unsent.end();
  unsent.found("unreached");
  expect(keepAlive).toHaveBeenCalledTimes(2);
});
