/** Every call of the contract fails in each way a network can: it ends, and its message names the cause. Generated, so new endpoints are included. */
import { allEndpoints } from "@coffer/contract/all-endpoints";
import { api } from "@coffer/contract/api";
import { type Endpoint, pathNames } from "@coffer/contract/endpoint";
import { AppError } from "@coffer/contract/errors";
import { expect, test, vi } from "vitest";
import { AnswerError, type Call, createCall } from "./call.ts";
import { trackConnection } from "./connection.ts";
import { ConnectionError } from "./errors.ts";
import { endingResponse } from "./testing/ending-response.ts";

const EVERY = allEndpoints().map(([name, spec]) => [name, spec] as const);

/** Only the parameters of the address matter to a call that fails. */
const inputOf = ({ path }: Endpoint): never => Object.fromEntries(pathNames(path).map((name) => [name, "1"])) as never;

function callOver(fetch: typeof globalThis.fetch) {
  const onConnection = vi.fn();
  const call: Call = trackConnection(
    createCall({ origin: "http://localhost", fetch, token: () => "token", onUnauthorized: async () => undefined }),
    onConnection,
  );
  return { call, onConnection };
}

test("there are calls to test", () => {
  expect(EVERY.length).toBeGreaterThan(50);
});

test.each(EVERY)("%s without a network says that there is no connection", async (_, spec) => {
  const { call, onConnection } = callOver(() => Promise.reject(new TypeError("Failed to fetch")));
  await expect(call(spec, inputOf(spec))).rejects.toThrow("There is no connection to the server.");
  expect(onConnection.mock.calls).toEqual([["silent"]]);
});

test.each(EVERY)(
  "%s that a proxy could not pass on says that the server cannot be reached, and nothing of the proxy's text",
  async (_, spec) => {
    const { call, onConnection } = callOver(async () => endingResponse("<html>Bad gateway</html>", { status: 502 }));
    await expect(call(spec, inputOf(spec))).rejects.toThrow(
      /^The server cannot be reached at the moment\. Please try again in a minute\.$/,
    );
    // A proxy that cuts what lasts says nothing of the server, which answers everything else.
    expect(onConnection.mock.calls).toEqual(spec.lasts ? [] : [["unreached"]]);
  },
);

test.each([
  ["a proxy that does not reach it", 502, "<html>Bad gateway</html>", "unreached"],
  ["a proxy that has it closed", 503, "", "unreached"],
  ["a proxy that waited for it in vain", 504, "{}", "unreached"],
  ["a proxy that refuses by itself", 403, "<html>Forbidden</html>", "here"],
  ["the server, under maintenance", 503, '{"success":false,"code":"maintenance","message":"Later"}', "here"],
  ["the server, which is starting", 503, '{"success":false,"code":"starting"}', "starting"],
  ["the server, without its database", 503, '{"success":false,"code":"unavailable"}', "busy"],
  ["the server, with too much to do", 503, '{"success":false,"code":"overloaded"}', "busy"],
  ["the server, with a fault", 500, '{"success":false,"code":"unexpected"}', "here"],
])("the answer of %s shows what keeps the server from serving", async (_, status, body, reach) => {
  const { call, onConnection } = callOver(async () => endingResponse(body, { status }));
  await expect(call(api.account.status, {})).rejects.toBeInstanceOf(reach === "unreached" ? ConnectionError : AppError);
  expect(onConnection.mock.calls).toEqual([[reach]]);
});

test.each([
  ["Failed to share password", api.sharing.sharePassword],
  ["Failed to share item", api.sharing.shareItem],
  ["Failed to share category", api.sharing.shareCategory],
  ["Failed to fetch item titles", api.sharing.allTitles],
  ["Failed to fetch shared items", api.sharing.sharedWithMe],
] as const)("a fault of the server without a message is shown as: %s", async (sentence, spec: Endpoint) => {
  const { call } = callOver(async () => endingResponse("{}", { status: 500 }));
  await expect(call(spec, inputOf(spec))).rejects.toThrow(sentence);
});

test.each(EVERY)("%s answered with something else is not accepted", async (_, spec) => {
  const { call } = callOver(async () => endingResponse("<html>Sign in to the hotel's network</html>"));
  await expect(call(spec, inputOf(spec))).rejects.toBeInstanceOf(AnswerError);
});
