/** What is said when a call fails: the server's sentence, else the one of the service, never the text of something in between. */
import { api, items } from "@coffer/contract/api";
import { describe, expect, it } from "vitest";
import { createCall } from "./call.ts";

const answering = (status: number, body: string, token: string | null = "a.b.c") =>
  createCall({
    origin: "http://localhost",
    fetch: async () => new Response(body, { status }),
    token: () => token,
    onUnauthorized: async () => {},
  });

const ID = "3f0e7a52-8a8c-4d0e-9a53-0c1f2f0f6a11";

describe("a failed call", () => {
  it.each([
    ["the list of profiles", () => answering(502, "<html>Bad gateway</html>")(api.account.listProfiles, {}), "Failed to fetch profiles"],
    ["one entry", () => answering(502, "")(items.password.get, { id: ID }), "Failed to fetch entry"],
    ["the search", () => answering(500, "{}")(api.vault.searchEntries, { q: "ab".repeat(32) }), "Failed to search entries"],
    ["what has no words of its own", () => answering(503, "busy")(api.account.logout, {}), "An error occurred"],
  ])("of %s says so in the words of the specification", async (_, call, sentence) => {
    await expect(call()).rejects.toMatchObject({ code: "unexpected", message: sentence });
  });

  it("says the server's own sentence where there is one", async () => {
    const refusal = JSON.stringify({ success: false, code: "not_found", message: "Not found" });
    await expect(answering(404, refusal)(items.password.get, { id: ID })).rejects.toMatchObject({
      code: "not_found",
      message: "Not found",
    });
  });

  it("tells whoever shows it that the server is under maintenance, in the operator's words", async () => {
    const told: string[] = [];
    const call = createCall({
      origin: "http://localhost",
      fetch: async () => Response.json({ success: false, code: "maintenance", message: "Back at noon." }, { status: 503 }),
      token: () => "a.b.c",
      onUnauthorized: async () => {},
      onMaintenance: (message) => told.push(message),
    });
    await expect(call(api.account.listProfiles, {})).rejects.toMatchObject({ code: "maintenance", message: "Back at noon." });
    expect(told).toEqual(["Back at noon."]);
  });

  it("says that nobody is signed in, in the words of each service (decision S-15)", async () => {
    await expect(answering(200, "", null)(api.vault.pull, {})).rejects.toThrow("No authentication token found");
    await expect(answering(200, "", null)(api.account.listProfiles, {})).rejects.toThrow("Authentication token not found");
  });
});
