/** Every call of the contract, made to fail in each way a network has: it ends, and a sentence names the cause. Generated: a new endpoint is looked at from its first day. */
import { allEndpoints } from "@coffer/contract/api";
import { type Endpoint, pathNames } from "@coffer/contract/endpoint";
import { ERRORS } from "@coffer/contract/errors";
import { expect, test, vi } from "vitest";
import { AnswerError, type Call, createCall } from "./call.ts";
import { overConnection } from "./connection.ts";

const EVERY = allEndpoints().map(([name, spec]) => [name, spec] as const);

/** What the address needs; the rest of the input does not matter to a call that fails. */
const inputOf = ({ path }: Endpoint): never => Object.fromEntries(pathNames(path).map((name) => [name, "1"])) as never;

function callOver(fetch: typeof globalThis.fetch) {
  const onConnection = vi.fn();
  const call: Call = overConnection(
    createCall({ origin: "http://localhost", fetch, token: () => "token", onUnauthorized: async () => undefined }),
    onConnection,
  );
  return { call, onConnection };
}

test("there are calls to look at", () => {
  expect(EVERY.length).toBeGreaterThan(50);
});

test.each(EVERY)("%s without a network says that there is no connection", async (_, spec) => {
  const { call, onConnection } = callOver(() => Promise.reject(new TypeError("Failed to fetch")));
  await expect(call(spec, inputOf(spec))).rejects.toThrow("There is no connection to the server.");
  expect(onConnection.mock.calls).toEqual([[false]]);
});

test.each(EVERY)(
  "%s that something in between refuses says the sentence of its place, and nothing of what it was told",
  async (_, spec) => {
    const { call, onConnection } = callOver(async () => new Response("<html>Bad gateway</html>", { status: 502 }));
    await expect(call(spec, inputOf(spec))).rejects.toMatchObject({ code: "unexpected", message: spec.failure ?? ERRORS.unexpected[1] });
    expect(onConnection.mock.calls).toEqual([[true]]);
  },
);

test.each(EVERY)("%s that is answered with something else is not believed", async (_, spec) => {
  const { call } = callOver(async () => new Response("<html>Sign in to the hotel's network</html>"));
  await expect(call(spec, inputOf(spec))).rejects.toBeInstanceOf(AnswerError);
});
