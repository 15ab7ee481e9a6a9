/** Thieves with a session's token without its keys, with another user's session, or with nothing but patience. */
import { expect } from "vitest";
import { exampleInput } from "../../../apps/server/src/testing/examples.ts";
import { allEndpoints } from "../../../packages/contract/src/all-endpoints.ts";
import { api } from "../../../packages/contract/src/api.ts";
import { askLoginData, signedByAnn } from "../forge.ts";
import type { Row } from "../row.ts";
import { callWith, ENDPOINTS, inputsOf, knownOf, LAST, pickKnown, rawCall, rowsOf, staysWhole, theft } from "../theft.ts";

/** Calls that answer a token alone: ciphertext, lists without content, and marks that no head vouches for. */
const ANSWERED: readonly string[] = [
  ...[
    "discardedVaults",
    "findHalf",
    "forgetHalf",
    "forgotPassword",
    "keepAccount",
    "listAudit",
    "listProfiles",
    "listSessions",
    "logout",
    "passwordHint",
    "prelogin",
    "requestMfaHelp",
    "requestReset",
    "status",
    "verifyMasterPassword",
  ].map((verb) => `account.${verb}`),
  ...["bank", "card", "note", "password", "personal"].map((kind) => `items.${kind}.list`),
  // Ids, devices and times, as of sessions; and a challenge, which is for everyone.
  // Sealed, as what a pull brings.
  "oldVersions.listOldVersions",
  "passkeys.listPasskeys",
  "passkeys.passkeyToSignIn",
  // Sealed names, levels, ends and email addresses of the other side: every device reads them unattended, to open grants and to give the next key (docs/security.md).
  ...["allTitles", "passwordsByMe", "passwordsWithMe", "sharedByMe", "sharedWithMe"].map((verb) => `sharing.${verb}`),
  "team.leftAccess",
  "team.listTeams",
  "team.standing",
  "transfer.initialize",
  "transfer.sources",
  ...[
    "asOf",
    "countItems",
    "entriesOfVault",
    "favouriteEntries",
    "favourites",
    "itemsOfVault",
    "listTrash",
    "listVaults",
    "pull",
    "searchEntries",
    "unassignedItems",
    "vaultsWithItems",
  ].map((verb) => `vault.${verb}`),
];
export const THIEVES: readonly Row[] = [
  {
    attack: "46, 47, 50, S1",
    does: "walks every endpoint with a stolen token whose proof of the master password is old",
    answer: "changes no record, head, key, address, factor or link; she signs in, opens everything and recovers",
    run: async (stage) => {
      const { accountId, before, token } = await theft(stage);
      const [rows, known] = [await rowsOf(stage, accountId), await knownOf(stage, accountId)];
      const answered = new Set<string>();
      for (const [name, spec] of ENDPOINTS)
        for (const input of inputsOf(spec, known)) {
          const { status } = await callWith(stage, token, spec, input);
          expect([name, status < 500]).toEqual([name, true]);
          if (status === 200) answered.add(name);
        }
      expect(await rowsOf(stage, accountId)).toEqual(rows);
      expect([...answered].sort()).toEqual(ANSWERED);
      await staysWhole(stage, before);
    },
  },
  {
    attack: "47, S4",
    does: "asks for an export, a purge and a second factor with such a token",
    answer: "refuses: a fresh proof is needed, and none is given without the master password",
    run: async (stage) => {
      const { token, accountId } = await theft(stage);
      const known = await knownOf(stage, accountId);
      const told = new Map<string, Awaited<ReturnType<typeof callWith>>>();
      for (const [name, spec] of ENDPOINTS)
        if (spec.fresh || name === "account.verifyMasterPassword")
          told.set(name, await callWith(stage, token, spec, { ...exampleInput(spec), ...pickKnown(spec, known) }));
      const { status, ...rest } = told.get("account.verifyMasterPassword") ?? { status: 0 };
      expect([status, rest]).toEqual([200, { code: "" }]);
      told.delete("account.verifyMasterPassword");
      for (const [name, answer] of told) expect([name, answer]).toEqual([name, { status: 403, code: "fresh_proof_needed" }]);
      const [row] = await stage.world.sql<{ mfa_secret: string | null; mfa_pending: string | null }>(
        "select mfa_secret, mfa_pending from account where id = $1",
        [accountId],
      );
      expect(row).toEqual({ mfa_secret: null, mfa_pending: null });
    },
  },
  {
    attack: "50, 47",
    does: "purges and renews through calls that need no proof by their name: commit, repair, change-keys",
    answer: "refuses: nothing is gone for good",
    run: async (stage) => {
      const { ann } = stage;
      const head = await signedByAnn(stage);
      const { accountId, token } = await theft(stage);
      const before = await rowsOf(stage, accountId);
      const [purged] = (await knownOf(stage, accountId)).ids as string[];
      // Her own device, unlocked and unattended: it signs anything, but still has no proof.
      await expect(ann.client.vault.purge({ ids: [purged ?? ""] })).rejects.toMatchObject({ code: "fresh_proof_needed" });
      const scope = ann.client.session?.personalVaultId ?? "";
      const specs = new Map(allEndpoints());
      const commit = specs.get("vault.commit");
      const changes = [{ op: "purge", id: purged }];
      if (commit)
        expect(await callWith(stage, token, commit, { scope, ...head, changes })).toEqual({ status: 403, code: "fresh_proof_needed" });
      await expect(
        ann.client.account.renewAllKeys({ current: "Wrong-Horse-1!", next: null, onProgress: () => undefined }),
      ).rejects.toThrow();
      expect(await rowsOf(stage, accountId)).toEqual(before);
    },
  },
  {
    attack: "46, 47",
    does: "uses a token after its session was ended elsewhere",
    answer: "answers only what it answers everyone",
    run: async (stage) => {
      const { ann } = stage;
      const token = String((await askLoginData(stage, ann)).token);
      await ann.client.account.prove(ann);
      await ann.client.account.revokeOtherSessions();
      for (const [name, spec] of ENDPOINTS)
        if (spec.access === "signed-in")
          expect([name, (await callWith(stage, token, spec, exampleInput(spec))).status]).toEqual([name, 401]);
    },
  },
  {
    attack: "46, 47",
    does: "uses up every call of a minute with a stolen token",
    answer: "refuses the thief alone: her device works on, and ends that session",
    run: async (stage) => {
      const { ann } = stage;
      const { token } = await theft(stage);
      const ask = () => fetch(`${stage.world.origin}/api${api.transfer.sources.path}`, { headers: { authorization: `Bearer ${token}` } });
      const statuses = new Set<number>();
      for (let at = 0; at < 8; at++) for (const { status } of await Promise.all(Array.from({ length: 50 }, ask))) statuses.add(status);
      expect([...statuses].sort()).toEqual([200, 429]);
      await ann.client.account.prove(ann);
      await ann.client.account.revokeOtherSessions();
      expect(await ann.client.account.sessions()).toHaveLength(1);
    },
  },
  {
    attack: "50, R23",
    does: "asks for a session of the linked profile with a stolen token and no key",
    answer: "refuses: the link's proof is missing",
    run: async (stage) => {
      const { token, work } = await theft(stage);
      const spec = new Map(allEndpoints()).get("account.switchProfile");
      if (!spec) throw new Error("No such endpoint");
      expect(await callWith(stage, token, spec, { id: work, linkAuth: "00".repeat(32) })).toEqual({ status: 403, code: "link_not_proven" });
    },
  },
  {
    attack: "50",
    does: "is signed in as Eve and walks every endpoint with Ann's ids",
    answer: "answers as for ids that do not exist, and changes nothing of Ann's",
    run: async (stage) => {
      const { accountId } = await theft(stage);
      const { eve } = stage;
      const token = String((await askLoginData(stage, eve)).token);
      const [rows, known] = [await rowsOf(stage, accountId), await knownOf(stage, accountId)];
      for (const [name, spec] of ENDPOINTS) {
        if (spec.access !== "signed-in" || name === LAST) continue;
        const example = exampleInput(spec);
        // Roles have fixed numbers that belong to no account.
        const names = ["id", "ids", "scope", "userId", "linkToUserId"].filter(
          (one) => one in example && typeof example[one] === typeof known[one],
        );
        if (names.length === 0) continue;
        const aimed = { ...example, ...Object.fromEntries(names.map((one) => [one, known[one]])) };
        expect([name, await callWith(stage, token, spec, aimed)]).toEqual([name, await callWith(stage, token, spec, example)]);
      }
      expect(await rowsOf(stage, accountId)).toEqual(rows);
    },
  },
  {
    attack: "47, S5",
    does: "tries wrong codes and wrong passwords all day",
    answer: "the owner's device is let in at once, and recovers at once",
    run: async (stage) => {
      const { ann, world } = stage;
      const specs = new Map(allEndpoints());
      const hour = async (): Promise<void> => {
        for (let at = 0; at < 12; at++) {
          await rawCall(stage, specs.get("account.login"), { email: ann.email, authKey: "ab".repeat(32) });
          await rawCall(stage, specs.get("account.verifyRecovery"), { email: ann.email, token: String(100_000 + at) });
        }
        await rawCall(stage, specs.get("account.forgotPassword"), { email: ann.email });
      };
      for (let at = 0; at < 24; at++) {
        await hour();
        world.passMinutes(60);
      }
      await hour();
      await ann.client.account.logout();
      await ann.client.account.login(ann);
      await ann.client.vault.pull();
      await ann.client.account.forgotPassword(ann);
      const code = await world.mail.codeFor(ann.email);
      expect(await ann.client.account.verifyRecovery({ email: ann.email, code })).toEqual({ step: "reset" });
      const { client } = await world.stranger();
      await expect(client.account.login(ann)).rejects.toMatchObject({ status: 429 }); // a new device waits; the mailed code lets it in
    },
  },
  {
    attack: "47",
    does: "answers another user's mailed code under the thief's own request",
    answer: "refuses: a code belongs to the request that had it mailed",
    run: async (stage) => {
      const { ann, world } = stage;
      await ann.client.account.forgotPassword(ann);
      const code = await world.mail.codeFor(ann.email);
      const asked = await ann.post("/users/forgot-password", { email: ann.email });
      const { requestId } = asked.body as { requestId: string };
      const reply = await ann.post("/users/verify-recovery", { email: ann.email, token: code, requestId });
      expect(reply.body).toMatchObject({ code: "invalid_recovery_code" });
      expect(await ann.client.account.verifyRecovery({ email: ann.email, code })).toEqual({ step: "reset" });
    },
  },
];
