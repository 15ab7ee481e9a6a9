import { api } from "@coffer/contract/api";
import { AppError } from "@coffer/contract/errors";
import { describe, expect, test, vi } from "vitest";
import type { Call } from "./call.ts";
import { asSave, trackConnection } from "./connection.ts";
import { ClientError, ConnectionError, NoAnswerError } from "./errors.ts";

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

describe("a reply that lasts", () => {
  const line = (error: Error, isOpened: boolean) => {
    const onConnection = vi.fn();
    const call: Call = async (_spec, _input, _own, onRows) => {
      if (isOpened) for (let row = 0; row < 3; row++) onRows?.("news", [{ what: "shares" }]);
      throw error;
    };
    const asking = trackConnection(call, onConnection)(api.vault.watch, {}, undefined, () => undefined);
    return { asking, told: () => onConnection.mock.calls.flat() };
  };

  test("shows once that the server is there; that it was cut off, or held back on the way, does not show that it is not", async () => {
    const [cutOff, heldBack] = [line(new TypeError("network error"), true), line(new NoAnswerError(), false)];
    for (const { asking } of [cutOff, heldBack]) await expect(asking).rejects.toBeInstanceOf(ConnectionError);
    expect([cutOff.told(), heldBack.told()]).toEqual([["here"], []]);
  });

  test("that could not be opened shows that the server is away", async () => {
    const { asking, told } = line(new TypeError("Failed to fetch"), false);
    await expect(asking).rejects.toBeInstanceOf(ConnectionError);
    expect(told()).toEqual(["silent"]);
  });
});
