/** Whoever has a session's token without its keys, somebody else's session, or nothing but patience. */
import { expect } from "vitest";
import { exampleCall, exampleInput } from "../../apps/server/src/testing/examples.ts";
import { everythingIn } from "../../flows/recovering.ts";
import { allEndpoints } from "../../packages/contract/src/api.ts";
import type { Endpoint } from "../../packages/contract/src/endpoint.ts";
import { askLoginData, signedByAnn } from "../forge.ts";
import type { Row } from "../row.ts";
import type { Stage } from "../stage.ts";
import { addProfile } from "./profiles.ts";

const NEXT = "Remembered-Horse-3!";
/** What is no secret and no content: when something was used, and what the server counts by itself. */
const COUNTERS = ["last_used_at", "existing_mailed_at", "new_mailed_at"];
const TABLES: Readonly<Record<string, string>> = {
  account: "id = $1",
  identity: "account_id = $1",
  scope: "owner_id = $1",
  head: "scope_id in (select id from scope where owner_id = $1)",
  record: "owner_id = $1",
  superseded: "scope_id in (select id from scope where owner_id = $1)",
  discarded_vault: "account_id = $1",
  profile_link: "existing_id = $1 or new_id = $1",
};

async function rowsOf({ world }: Stage, accountId: string): Promise<Record<string, unknown>> {
  const found = Object.entries(TABLES).map(async ([table, where]) => {
    const without = COUNTERS.map((name) => `- '${name}'`).join(" ");
    const rows = await world.sql<{ row: string }>(
      `select (to_jsonb(t) ${without})::text as row from ${table} t where ${where} order by 1`,
      [accountId],
    );
    return [table, rows.map(({ row }) => row)] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

interface Told {
  readonly status: number;
  readonly code: string;
}

async function callWith({ world }: Stage, token: string | null, spec: Endpoint, input: Readonly<Record<string, unknown>>): Promise<Told> {
  await world.query("delete from rate_limit");
  const { path, body } = exampleCall(spec, input);
  const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(body !== undefined && { "content-type": "application/json" }) };
  const reply = await fetch(`${world.origin}/api${path}`, {
    method: spec.method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await reply.json()) as { code?: string };
  return { status: reply.status, code: answer.code ?? "" };
}

/** Ids of Ann's, and what she has signed before, for whoever has read her vault's ciphertext. */
async function knownOf({ world }: Stage, accountId: string): Promise<Record<string, unknown>> {
  const [scope] = await world.sql<{ id: string; seq: number; head: string; signature: string }>(
    "select s.id, s.seq::int, h.head, h.signature from scope s join head h on h.scope_id = s.id and h.seq = s.seq where s.owner_id = $1",
    [accountId],
  );
  const [live] = await world.sql<{ id: string; revision: number }>(
    "select id, revision::int from record where owner_id = $1 and state = 'live' limit 1",
    [accountId],
  );
  const trashed = await world.sql<{ id: string }>("select id from record where owner_id = $1 and state = 'trashed'", [accountId]);
  const [link] = await world.sql<{ new_id: string; id: string }>("select id, new_id from profile_link where existing_id = $1", [accountId]);
  const head = {
    scope: scope?.id,
    baseSeq: scope?.seq,
    seq: (scope?.seq ?? 0) + 1,
    generation: 1,
    head: scope?.head,
    signature: scope?.signature,
  };
  return {
    ...head,
    id: live?.id,
    ids: trashed.map(({ id }) => id),
    revision: (live?.revision ?? 0) + 1,
    userId: link?.new_id,
    linkId: link?.id,
    linkToUserId: accountId,
  };
}

/** Each call with made-up values, then with Ann's own ids and heads wherever it takes any. */
const inputsOf = (spec: Endpoint, known: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>[] => {
  const example = exampleInput(spec);
  const aimed = Object.fromEntries(Object.entries(example).map(([name, value]) => [name, known[name] ?? value]));
  const unsigned = { ...aimed, ...("signature" in aimed && { signature: example.signature, head: example.head }) };
  return [example, aimed, unsigned, ...("id" in aimed ? (known.ids as string[]).map((id) => ({ ...unsigned, id })) : [])];
};

/** What a token alone gets an answer from: ciphertext, lists without content, and marks that no head vouches for. */
const ANSWERED: readonly string[] = [
  ...[
    "discardedVaults",
    "findHalf",
    "forgetHalf",
    "forgotPassword",
    "keepAccount",
    "keepHalf",
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
  "transfer.initialize",
  "transfer.sources",
  ...[
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
/** Ends the thief's own session, so it comes last. */
const LAST = "account.logout";

const ENDPOINTS = allEndpoints().toSorted(([one], [other]) => Number(one === LAST) - Number(other === LAST));

async function theft(stage: Stage) {
  const { ann, world } = stage;
  const work = await addProfile(stage, "work");
  const accountId = ann.client.session?.user.id ?? "";
  const before = await everythingIn(ann.client);
  const token = String((await askLoginData(stage, ann)).token);
  world.passMinutes(11); // the fresh proof of the sign-in has grown old
  return { work, accountId, before, token };
}

/** She still signs in, finds everything, and recovers. */
async function staysWhole(stage: Stage, before: unknown): Promise<void> {
  const { ann, world } = stage;
  expect(await everythingIn(await stage.newDevice())).toEqual(before);
  world.passMinutes(61);
  await world.query("delete from rate_limit");
  const { client } = await world.stranger();
  await client.account.forgotPassword(ann);
  await client.account.verifyRecovery({ email: ann.email, code: await world.mail.codeFor(ann.email) });
  const { recoveryKey, email } = ann;
  await client.account.resetPassword({ email, password: NEXT, recoveryKey, discard: false, onProgress: () => undefined });
  await client.account.login({ email, password: NEXT });
  expect(await everythingIn(client)).toEqual(before);
}

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
      const told = new Map<string, Told>();
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
      // Her own device, unlocked and out of her sight: it signs what it is told, and still there is no proof.
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
    answer: "answers nothing but what anybody is answered",
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
    answer: "answers as for ids that nobody has, and changes nothing of Ann's",
    run: async (stage) => {
      const { accountId } = await theft(stage);
      const { eve } = stage;
      const token = String((await askLoginData(stage, eve)).token);
      const [rows, known] = [await rowsOf(stage, accountId), await knownOf(stage, accountId)];
      for (const [name, spec] of ENDPOINTS) {
        if (spec.access !== "signed-in" || name === LAST) continue;
        const example = exampleInput(spec);
        const names = ["id", "ids", "scope", "userId", "linkToUserId"].filter((one) => one in example);
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
    does: "answers somebody else's mailed code under a request of the thief's own",
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

const pickKnown = (spec: Endpoint, known: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.keys(exampleInput(spec)).flatMap((name) => (name in known ? [[name, known[name]]] : [])));

/** With its limits. */
async function rawCall({ world }: Stage, spec: Endpoint | undefined, input: Readonly<Record<string, unknown>>): Promise<void> {
  if (!spec) throw new Error("No such endpoint");
  const { path, body } = exampleCall(spec, input);
  await fetch(`${world.origin}/api${path}`, {
    method: spec.method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}
