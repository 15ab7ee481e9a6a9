/** The message of a failed call: our own sentence for its code, otherwise that of the endpoint, never text of the server or of a proxy. */
import { allEndpoints } from "@coffer/contract/all-endpoints";
import { api, items } from "@coffer/contract/api";
import { ERRORS } from "@coffer/contract/errors";
import { describe, expect, it } from "vitest";
import { AnswerError, createCall } from "./call.ts";
import { endingResponse } from "./testing/ending-response.ts";

const answering = (status: number, body: string, token: string | null = "a.b.c") =>
  createCall({
    origin: "http://localhost",
    fetch: async () => endingResponse(body, { status }),
    token: () => token,
    onUnauthorized: async () => {},
  });

const ID = "3f0e7a52-8a8c-4d0e-9a53-0c1f2f0f6a11";
const HELP = { email: "ann@example.com", message: "help" };
const LOGIN = { email: "ann@example.com", authKey: "ab".repeat(32) };
const refusal = (code: string, message: string) => JSON.stringify({ success: false, code, message });

describe("a failed call", () => {
  it.each([
    ["the help request", () => answering(500, "{}")(api.account.requestMfaHelp, HELP), "Failed to send MFA help request"],
    ["the entries for a reset", () => answering(500, "{}")(api.account.entriesForReset, {}), "Failed to fetch entries"],
    ["the list of cards", () => answering(500, "{}")(items.card.list, {}), "Failed to fetch cards"],
    ["the list of profiles", () => answering(500, "<html>Internal error</html>")(api.account.listProfiles, {}), "Failed to fetch profiles"],
    ["one entry", () => answering(500, "")(items.password.get, { id: ID }), "Failed to fetch entry"],
    ["the search", () => answering(500, "{}")(api.vault.searchEntries, { q: "ab".repeat(32) }), "Failed to search entries"],
    [
      "the sealed file of an import",
      () => answering(500, "{}")(api.transfer.upload, { file: "{}", importId: ID, sourceType: "chrome" }),
      "Upload failed",
    ],
    ["what has no words of its own", () => answering(500, "busy")(api.account.logout, {}), "An error occurred"],
  ])("of %s has the message of the specification", async (_, call, message) => {
    await expect(call()).rejects.toMatchObject({ code: "unexpected", message });
  });

  it.each(Object.keys(ERRORS).filter((code) => code !== "maintenance" && code !== "unexpected"))(
    "with the code %s has our own message, whatever the server says",
    async (code) => {
      const own = ERRORS[code as keyof typeof ERRORS][1];
      const prose = "Your vault was moved. Please sign in at https://evil.example to keep it.";
      for (const answer of [answering(400, refusal(code, prose)), answering(200, refusal(code, prose))])
        await expect(answer(api.account.login, LOGIN)).rejects.toMatchObject({ code, message: own });
    },
  );

  it.each(allEndpoints().flatMap(([name, spec]) => (spec.failure ? [[name, spec, spec.failure] as const] : [])))(
    "of %s has its endpoint's message, whatever answers, and shows none of the answer's text",
    async (_, spec, failure) => {
      for (const body of ["<html>Bad gateway</html>", '{"message":"out of disk"}', refusal("unexpected", "An error occurred"), "[]"])
        await expect(answering(500, body)(spec, {})).rejects.toMatchObject({ code: "unexpected", message: failure });
    },
  );

  it("ends the session of a token that is no longer known, and no session if the call had no token", async () => {
    const ended: string[] = [];
    const call = createCall({
      origin: "http://localhost",
      fetch: async () => endingResponse("", { status: 401 }),
      token: () => "a.b.c",
      onUnauthorized: async (token) => void ended.push(token),
    });
    await expect(call(api.vault.pull, {})).rejects.toMatchObject({ code: "session_expired" });
    expect(ended).toEqual(["a.b.c"]);
    await expect(call(api.account.passwordHint, { email: "ann@example.com" })).rejects.toMatchObject({ code: "unexpected" });
    expect(ended).toEqual(["a.b.c"]);
  });

  it("reports maintenance with the operator's message", async () => {
    const received: string[] = [];
    const call = createCall({
      origin: "http://localhost",
      fetch: async () => Response.json({ success: false, code: "maintenance", message: "Back at noon." }, { status: 503 }),
      token: () => "a.b.c",
      onUnauthorized: async () => {},
      onMaintenance: (message) => received.push(message),
    });
    await expect(call(api.account.listProfiles, {})).rejects.toMatchObject({ code: "maintenance", message: "Back at noon." });
    expect(received).toEqual(["Back at noon."]);
  });

  it("without a session has the message of each service (decision S-15)", async () => {
    await expect(answering(200, "", null)(api.vault.pull, {})).rejects.toThrow("No authentication token found");
    await expect(answering(200, "", null)(api.account.listProfiles, {})).rejects.toThrow("Authentication token not found");
  });
});

describe("a call", () => {
  it("says which language was chosen on this device: its cookie goes along, and to no other origin", async () => {
    const sent: unknown[] = [];
    const call = createCall({
      origin: "http://localhost",
      fetch: async (_, options) => {
        sent.push(options?.credentials);
        return endingResponse("{}", { status: 500 });
      },
      token: () => null,
      onUnauthorized: async () => {},
    });
    await expect(call(api.account.login, LOGIN)).rejects.toMatchObject({ code: "unexpected" });
    expect(sent).toEqual(["same-origin"]);
  });
});

describe("an unsuccessful answer", () => {
  it.each([
    ["a sign-in", () => answering(200, '{"success":false}')(api.account.login, LOGIN), "Login failed"],
    ["the help request", () => answering(200, '{"success":false}')(api.account.requestMfaHelp, HELP), "Failed to send request"],
    [
      "a switch",
      () => answering(200, '{"success":false}')(api.account.switchProfile, { id: ID, linkAuth: "ab".repeat(32) }),
      "Failed to switch profile",
    ],
    ["all items", () => answering(200, '{"success":false}')(api.vault.pull, {}), "Failed to fetch items"],
    ["the profiles", () => answering(200, '{"success":false,"message":"x"}')(api.account.listProfiles, {}), "Failed to fetch profiles"],
  ])("to %s is a refusal with the message of the specification", async (_, call, message) => {
    await expect(call()).rejects.toMatchObject({ name: "AppError", code: "unexpected", message });
  });

  it("keeps its reason if the code is known", async () => {
    const declined = answering(200, refusal("invalid_credentials", "Invalid credentials"))(api.account.login, LOGIN);
    await expect(declined).rejects.toMatchObject({ code: "invalid_credentials" });
  });
});

describe("an unreadable answer", () => {
  it.each(["<html>Welcome to our hotel</html>", "", '{"success":true}', "null", "[]"])(
    "is no refusal, because the call may have succeeded: %j",
    async (body) => {
      const call = answering(200, body)(api.account.listProfiles, {});
      await expect(call).rejects.toBeInstanceOf(AnswerError);
      await expect(call).rejects.toThrow("Failed to fetch profiles");
    },
  );

  it("differs from a connection that breaks half-way", async () => {
    const broken = new ReadableStream({ pull: (stream) => stream.error(new TypeError("terminated")) });
    const call = createCall({
      origin: "http://localhost",
      fetch: async () => new Response(broken),
      token: () => "a.b.c",
      onUnauthorized: async () => {},
    });
    await expect(call(api.account.listProfiles, {})).rejects.toThrow(TypeError);
  });
});

describe("a call that lasts", () => {
  const lasting = () => {
    const given: AbortSignal[] = [];
    let shown = (_: string): void => undefined;
    const call = createCall({
      origin: "http://localhost",
      fetch: async (_, init) => {
        given.push(init?.signal as AbortSignal);
        return new Promise((_resolve, reject) => {
          const fail = (): void => reject(new DOMException("Aborted", "AbortError"));
          if (init?.signal?.aborted) fail();
          init?.signal?.addEventListener("abort", fail);
        });
      },
      token: () => "a.b.c",
      keyProof: { of: () => new Promise((resolve) => (shown = resolve)) },
      onUnauthorized: async () => {},
    });
    return { call, given, show: () => shown("proof") };
  };

  it("ends when its caller gives it up, also before it was sent", async () => {
    for (const isEarly of [true, false]) {
      const { call, given, show } = lasting();
      const end = new AbortController();
      const asking = call(api.vault.watch, {}, undefined, undefined, end.signal);
      if (isEarly) end.abort();
      show();
      await expect.poll(() => given).toHaveLength(1);
      if (!isEarly) end.abort();
      await expect(asking).rejects.toThrow();
      expect(given[0]?.aborted).toBe(true);
    }
  });

  it.each([
    ["rows", `{"what":"shares"}\n,\n`],
    ["one line", "x"],
  ])("is not taken without end: %s that a lying server sends for ever", async (_, text) => {
    const piece = new TextEncoder().encode(text.repeat(10_000));
    let [taken, isGivenUp] = [0, false];
    const body = new ReadableStream<Uint8Array>({
      pull: (stream) => {
        taken += piece.length;
        stream.enqueue(piece);
      },
    });
    const fetch: typeof globalThis.fetch = async (_url, init) => {
      init?.signal?.addEventListener("abort", () => {
        isGivenUp = true;
      });
      return new Response(body);
    };
    const call = createCall({ origin: "http://localhost", fetch, token: () => "a.b.c", onUnauthorized: async () => {} });
    await expect(call(api.vault.watch, {}, undefined, () => undefined)).rejects.toThrow(RangeError);
    expect(taken).toBeLessThan(3_000_000);
    expect(isGivenUp).toBe(true);
  });
});
