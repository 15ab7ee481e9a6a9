/** Replies with keys, heads, identities or sessions are refused when they have unknown properties (attacks, rows 1, 4 and 26). */
import { api } from "@coffer/contract/api";
import type { Endpoint } from "@coffer/contract/endpoint";
import { NO_PERMISSIONS } from "@coffer/core/team/permissions";
import { describe, expect, it } from "vitest";
import { AnswerError, createCall } from "./call.ts";

const ID = "3f0e7a52-8a8c-4d0e-9a53-0c1f2f0f6a11";
const WRAPPED = `1.${"A".repeat(120)}`;
const user = { id: ID, email: "ann@example.com", name: "ann", two_factor_enabled: false };
const session = {
  ...{ encryptedVaultKey: WRAPPED, user, token: "a.b.c", role_id: 3, permissions: NO_PERMISSIONS, team_id: null, personal_vault_id: ID },
  ...{ credEpoch: 1, keyEpoch: 1, publicKey: "AA", encryptedPrivateKey: WRAPPED },
};
const scope = { id: ID, kind: "personal", seq: 1, generation: 1, epoch: 1 };
const head = { seq: 1, generation: 1, head: WRAPPED, signature: "A".repeat(86) };
const more = { epochs: { cred: 1, recovery: 1 }, used: [], scopes: [], trust: null, members: null };
const data = { passwords: [], notes: [], cards: [], banks: [], personals: [], categories: [] };
const recovered = { user, tempToken: "t", encryptedVaultKey: null, encryptedKey: WRAPPED, personal_vault_id: ID };

/** An honest answer, and the objects in it that each get one unknown property. */
const REPLIES: readonly (readonly [name: string, spec: Endpoint, reply: object, places: readonly string[]])[] = [
  ["prelogin", api.account.prelogin, { kdfId: 1, salt: "ab".repeat(16) }, [""]],
  ["login", api.account.login, { success: true, data: session }, ["", "data", "data.user", "data.permissions"]],
  ["verifyMfa", api.account.verifyMfa, { success: true, data: session }, ["", "data", "data.user"]],
  ["verifyRecovery", api.account.verifyRecovery, { success: true, ...recovered }, ["", "user"]],
  [
    "switchProfile",
    api.account.switchProfile,
    { success: true, data: { ...session, masterKey: WRAPPED, linkId: ID, linkEpochs: [1, 1] } },
    ["", "data", "data.user"],
  ],
  ["entriesForReset", api.account.entriesForReset, { success: true, entries: [], scope, head, trust: null }, ["", "scope", "head"]],
  ["pull", api.vault.pull, { success: true, data, scope, heads: [head], tombstones: [], ...more }, ["", "scope", "heads.0", "epochs"]],
  ["listSessions", api.account.listSessions, { success: true, sessions: [] }, [""]],
  ["recoveryCopy", api.account.recoveryCopy, { success: true, encryptedKey: WRAPPED }, [""]],
  ["discardedVaults", api.account.discardedVaults, { success: true, vaults: [] }, [""]],
];

const answering = (body: unknown) =>
  createCall({ origin: "http://localhost", fetch: async () => Response.json(body), token: () => "a.b.c", onUnauthorized: async () => {} });

/** A copy with an unknown property at a path like "data.user". */
function withLie(reply: object, place: string): object {
  const copy = structuredClone(reply) as Record<string, unknown>;
  const target = place === "" ? copy : place.split(".").reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], copy);
  Object.assign(target as object, { adminKeys: ["AAAA"] });
  return copy;
}

describe.each(REPLIES)("the reply of %s", (_, spec, reply, places) => {
  it("is accepted unchanged", async () => {
    await expect(answering(reply)(spec, {})).resolves.toEqual(reply);
  });

  it.each(places)("is refused, and not stripped, with an unknown property in %j", async (place) => {
    await expect(answering(withLie(reply, place))(spec, {})).rejects.toBeInstanceOf(AnswerError);
  });
});

describe("any other reply", () => {
  it("can have properties of a newer server; they are dropped", async () => {
    const status = { success: true, maintenance: false, message: "", version: "2" };
    await expect(answering({ ...status, motto: "x" })(api.account.status, {})).resolves.toEqual(status);
  });
});
