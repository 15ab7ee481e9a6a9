/** Plays sequences of calls, each from the same beginning, and looks after every call; finds the shortest sequence that fails. */
import { allEndpoints } from "../../../packages/contract/src/all-endpoints.ts";
import { pathNames } from "../../../packages/contract/src/endpoint.ts";
import { notAllowed } from "./allowed.ts";
import type { Actor, Cast } from "./cast.ts";
import type { Database } from "./database.ts";
import { draftOf } from "./draft.ts";
import { drawBy } from "./draw.ts";
import { lookAtAll, openHonest, ownOf, type Watched } from "./honest-clients.ts";
import { logProblems, strayCopies, strayGrants } from "./key-places.ts";
import { readServerState, type ServerState } from "./server-state.ts";
import { drawCall } from "./writing-calls.ts";

/** Everything about a call follows from this number, and from what the server has then. */
type Seed = number;

export interface Outcome {
  readonly says: string;
  readonly status: number;
  readonly problems: readonly string[];
}
export interface Stage {
  readonly cast: Cast;
  readonly database: Database;
  /** Bodies of honest clients, by path. */
  readonly sent: ReadonlyMap<string, readonly Readonly<Record<string, unknown>>[]>;
  readonly first: ServerState;
  /** When the database was saved: each sequence begins then. */
  readonly savedAt: number;
}
export interface Played {
  readonly outcomes: readonly Outcome[];
  readonly failed: Outcome | null;
}

const headersOf = ({ token }: Actor, body: unknown) => ({
  authorization: `Bearer ${token}`,
  ...(body !== undefined && { "content-type": "application/json" }),
});

/** @param isDeep - whether the honest clients look after each call that was accepted, or at the end alone */
export async function playSequence(stage: Stage, seeds: readonly Seed[], isDeep: boolean): Promise<Played> {
  const { cast, database } = stage;
  await database.putBack();
  // Long runs: a proof of the master password lasts ten minutes, and a device that gives no sign of life is locked after fifteen.
  cast.world.passMinutes((stage.savedAt - cast.world.now()) / 60_000);
  await cast.world.query("delete from rate_limit");
  // Otherwise a long run keeps every answer of every client.
  cast.world.requests.length = 0;
  const watched = await openHonest(cast);
  const own = await ownOf(watched);
  await database.changes();
  await database.noteSeen();
  const outcomes: Outcome[] = [];
  let [here, isSeen] = [await readServerState(cast.world, cast.teamId), true];
  for (const [at, seed] of seeds.entries()) {
    const isLast = at === seeds.length - 1;
    const outcome = await playOne(stage, here, seed);
    isSeen &&= outcome.status >= 400;
    const isDue = !isSeen && (isDeep || isLast) && outcome.problems.length === 0;
    // What is as it was when everyone looked looks the same.
    const deep = isDue && !(await database.isAsSeen()) ? await lookDeep(stage, watched, own) : null;
    if (isDue) isSeen = true;
    const whole = { ...outcome, problems: [...outcome.problems, ...(deep?.problems ?? [])] };
    outcomes.push(whole);
    if (whole.problems.length > 0) return { outcomes, failed: whole };
    if (outcome.status < 400) here = deep?.now ?? (await readServerState(cast.world, cast.teamId));
  }
  return { outcomes, failed: null };
}

async function playOne({ cast, database, sent, first }: Stage, here: ServerState, seed: Seed): Promise<Outcome> {
  const draw = drawBy(seed);
  const { call, role } = drawCall(draw);
  const actor = cast.actors[role];
  const { path, body, says } = await draftOf(call, actor, here, draw, cast.teamId, sent.get(call.spec.path) ?? []);
  const init = { method: call.spec.method, headers: headersOf(actor, body), ...(body !== undefined && { body: JSON.stringify(body) }) };
  const reply = await fetch(`${cast.world.origin}/api${path}`, init);
  const answer = await reply.text();
  const changes = await database.changes();
  if (reply.status >= 500) return { says, status: reply.status, problems: [`the server fails: ${answer.slice(0, 300)}`] };
  if (reply.status >= 400) {
    const problems = changes.map(({ table }) => `refused, and ${table} has changed`);
    return { says: `${says} → ${reply.status} ${answer.slice(0, 80)}`, status: reply.status, problems };
  }
  const touches = (...tables: readonly string[]): boolean => changes.some(({ table }) => tables.includes(table));
  const problems = notAllowed({ actor, here, cast }, changes);
  if (touches("team_log", "team")) problems.push(...(await logProblems(cast)));
  if (touches("share_grant")) problems.push(...strayGrants(cast, first, await readServerState(cast.world, cast.teamId)));
  return { says: `${says} → ${reply.status}`, status: reply.status, problems };
}

/** @returns also what the server has then */
async function lookDeep(stage: Stage, watched: readonly Watched[], own: readonly string[]) {
  const { cast, database, first } = stage;
  // The looks are ours, and more than one session may make in a minute: the stranger would be refused and read nothing.
  await cast.world.query("delete from rate_limit");
  const looked = await lookAtAll(cast, watched);
  const problems = [...looked.problems];
  const isWhole = !looked.hasSent && looked.own.length === watched.length;
  const after = isWhole ? looked.own : await ownOf(watched).catch((error: unknown) => [String(error)]);
  for (const [at, text] of after.entries())
    if (text !== own[at]) problems.push(`${watched[at]?.name} sees other items of their own:\n${text}\ninstead of\n${own[at]}`);
  const now = await readServerState(cast.world, cast.teamId);
  problems.push(...strayGrants(cast, first, now), ...(await strayCopies(cast)), ...(await logProblems(cast)));
  problems.push(...(await strangerReads(stage, now)));
  await database.changes();
  await database.noteSeen();
  return { problems, now };
}

const READING = allEndpoints().filter(([, { method, access, lasts }]) => method === "GET" && access === "signed-in" && !lasts);
/** Ids of honest people in every reading call. Someone whom an administrator puts into the team is no stranger then: the server shows them what no key of theirs opens. */
async function strangerReads({ cast, first }: Stage, now: ServerState): Promise<string[]> {
  const { actors, honest, teamId, world } = cast;
  const { accountId } = actors.stranger;
  if (now.accounts.find(({ id }) => id === accountId)?.team_id) return [];
  const scopes = first.scopes.filter(({ owner_id }) => honest.some((one) => one.accountId === owner_id));
  const isTheirs = ({ scope_id }: { readonly scope_id: string }): boolean => scopes.some(({ id }) => id === scope_id);
  const [records, grants] = [first.records.filter(isTheirs), first.grants.filter(isTheirs)];
  // What the evil stranger has put into an own record is no news to them.
  const [own] = await world.sql<{ text: string }>(
    "select coalesce(string_agg(r::text, ' '), '') as text from record r where owner_id = $1",
    [accountId],
  );
  const secrets = [
    ...scopes.map(({ head }) => head),
    ...records.map(({ seal }) => seal),
    ...grants.map(({ shared_key }) => shared_key),
    ...first.entries.map(({ signature }) => signature),
  ].filter((text) => text !== "" && !own?.text.includes(text));
  const asking = READING.map(async ([name, { path }]) => {
    const id = path.startsWith("/teams") ? teamId : (records.at(-1)?.id ?? "");
    const asked = pathNames(path).reduce((text, one) => text.replace(`:${one}`, id), path);
    const { status, text } = await readAs(cast, `${asked}${name === "vault.pull" ? `?scope=${scopes.at(-1)?.id}` : ""}`);
    if (status === 429) return [`the stranger is not let ask by ${name}`];
    return secrets.some((secret) => text.includes(secret)) ? [`the stranger reads by ${name}: ${text.slice(0, 300)}`] : [];
  });
  return (await Promise.all(asking)).flat();
}

async function readAs({ actors, world }: Cast, path: string): Promise<{ readonly status: number; readonly text: string }> {
  const reply = await fetch(`${world.origin}/api${path}`, { headers: { authorization: `Bearer ${actors.stranger.token}` } });
  return { status: reply.status, text: await reply.text() };
}

/** @returns a sequence that fails as well, from which no call can be left out */
export async function shortest(stage: Stage, seeds: readonly Seed[]): Promise<Played> {
  const whole = await playSequence(stage, seeds, true);
  if (!whole.failed) return whole;
  let [kept, played] = [seeds.slice(0, whole.outcomes.length), whole];
  // Most often one call is enough.
  const alone = await playSequence(stage, kept.slice(-1), true);
  if (alone.failed) return alone;
  for (let at = kept.length - 2; at >= 0; at--) {
    const without = kept.filter((_, index) => index !== at);
    const again = await playSequence(stage, without, true);
    if (again.failed) [kept, played] = [without, again];
  }
  return played;
}
