/** What a thief has and tries: every endpoint, with made-up values and with all of Ann's that the server knows. */
import { expect } from "vitest";
import { exampleCall, exampleInput } from "../../apps/server/src/testing/examples.ts";
import { allEndpoints } from "../../packages/contract/src/all-endpoints.ts";
import type { Endpoint } from "../../packages/contract/src/endpoint.ts";
import { everythingIn } from "../flows/recovery-setup.ts";
import type { Stage } from "./evil-server.ts";
import { askLoginData } from "./forge.ts";
import { addProfile } from "./rows/profiles.ts";

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
  earlier_place: "owner_id = $1",
  discarded_vault: "account_id = $1",
  profile_link: "existing_id = $1 or new_id = $1",
};

export async function rowsOf({ world }: Stage, accountId: string): Promise<Record<string, unknown>> {
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

export async function callWith(
  { world }: Stage,
  token: string | null,
  spec: Endpoint,
  input: Readonly<Record<string, unknown>>,
): Promise<Told> {
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

/** Ids of Ann's, and what she has signed before, as known to a reader of her vault's ciphertext. */
export async function knownOf({ world }: Stage, accountId: string): Promise<Record<string, unknown>> {
  const [scope] = await world.sql<{ id: string; seq: number; head: string; signature: string }>(
    "select s.id, s.seq::int, h.head, h.signature from scope s join head h on h.scope_id = s.id and h.seq = s.seq where s.owner_id = $1",
    [accountId],
  );
  // A vault: what an item is called by depends on its kind.
  const [live] = await world.sql<{ id: string; revision: number }>(
    "select id, revision::int from record where owner_id = $1 and state = 'live' order by kind <> 'category', id limit 1",
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
export const inputsOf = (spec: Endpoint, known: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>[] => {
  const example = exampleInput(spec);
  const aimed = Object.fromEntries(Object.entries(example).map(([name, value]) => [name, known[name] ?? value]));
  const unsigned = { ...aimed, ...("signature" in aimed && { signature: example.signature, head: example.head }) };
  return [example, aimed, unsigned, ...("id" in aimed ? (known.ids as string[]).map((id) => ({ ...unsigned, id })) : [])];
};

/** Ends the thief's own session, so it comes last. */
export const LAST = "account.logout";

export const ENDPOINTS = allEndpoints()
  .filter(([, { lasts }]) => !lasts) // what such a line tells is in rows/eavesdropping.ts
  .toSorted(([one], [other]) => Number(one === LAST) - Number(other === LAST));

export async function theft(stage: Stage) {
  const { ann, world } = stage;
  const work = await addProfile(stage, "work");
  const accountId = ann.client.session?.user.id ?? "";
  const before = await everythingIn(ann.client);
  const token = String((await askLoginData(stage, ann)).token);
  world.passMinutes(11); // the fresh proof of the sign-in has grown old
  return { work, accountId, before, token };
}

/** She still signs in, finds everything, and recovers. */
export async function staysWhole(stage: Stage, before: unknown): Promise<void> {
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

export const pickKnown = (spec: Endpoint, known: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.keys(exampleInput(spec)).flatMap((name) => (name in known ? [[name, known[name]]] : [])));

/** With its limits. */
export async function rawCall({ world }: Stage, spec: Endpoint | undefined, input: Readonly<Record<string, unknown>>): Promise<void> {
  if (!spec) throw new Error("No such endpoint");
  const { path, body } = exampleCall(spec, input);
  await fetch(`${world.origin}/api${path}`, {
    method: spec.method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}
