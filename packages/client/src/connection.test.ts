import { api } from "@coffer/contract/api";
import { AppError } from "@coffer/contract/errors";
import { expect, test, vi } from "vitest";
import type { Call } from "./call.ts";
import { asSave, trackConnection } from "./connection.ts";
import { ClientError, ConnectionError } from "./errors.ts";

const failing =
  (error: unknown): Call =>
  () =>
    Promise.reject(error);
const ask = (call: Call) => call(api.account.status, {});

test.each([
  ["a network that is not there", new TypeError("Failed to fetch")],
  ["an answer that breaks off", new DOMException("The network connection was lost", "NetworkError")],
])("%s is recognised and reported", async (_, error) => {
  const onConnection = vi.fn();
  const call = trackConnection(failing(error), onConnection);
  await expect(ask(call)).rejects.toThrow("There is no connection to the server.");
  await expect(ask(call)).rejects.toBeInstanceOf(ConnectionError);
  expect(onConnection.mock.calls).toEqual([["silent"], ["silent"]]);
});

test("an answer shows that the server is there, and so does a refusal", async () => {
  const onConnection = vi.fn();
  const answering: Call = async () => ({ maintenance: false, message: "" }) as never;
  await ask(trackConnection(answering, onConnection));
  const refusal = new AppError("rate_limited");
  await expect(ask(trackConnection(failing(refusal), onConnection))).rejects.toBe(refusal);
  expect(onConnection.mock.calls).toEqual([["here"], ["here"]]);
});

test("a call that the client refused itself was not sent, so it reports nothing", async () => {
  const onConnection = vi.fn();
  const own = new ClientError("No authentication token found");
  await expect(ask(trackConnection(failing(own), onConnection))).rejects.toBe(own);
  expect(onConnection).not.toHaveBeenCalled();
});

test("without a connection a save says that nothing is saved; other errors stay what they are", async () => {
  const none = () => Promise.reject(new ConnectionError("ask"));
  await expect(asSave(none)).rejects.toThrow(/so nothing can be saved right now/);
  const refusal = new AppError("stale_head");
  await expect(asSave(() => Promise.reject(refusal))).rejects.toBe(refusal);
});
