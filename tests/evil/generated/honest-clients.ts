/** The honest people's own devices look at everything: nothing is signed or sent that no one pressed, and no one is stuck. */
import type { Client } from "../../../packages/client/src/index.ts";
import { readEntry } from "../../../packages/contract/src/team-log.ts";
import { storedLog } from "../../flows/equal-logs.ts";
import type { Recorded } from "../../flows/network.ts";
import type { Cast, Honest } from "./cast.ts";

export interface Watched extends Honest {
  readonly client: Client;
}

/** On copies of what the devices had before the first call. */
export const openHonest = (cast: Cast): Promise<Watched[]> =>
  Promise.all(
    cast.honest.map(async (one) => {
      const { keys, records } = await one.stores.copy();
      const { client } = cast.world.deviceWith(keys, records);
      await client.account.resume();
      return { ...one, client };
    }),
  );

/** What a client may send unattended, and what must be true of it (security design §6). */
const UNATTENDED: readonly (readonly [RegExp, (body: string) => boolean])[] = [
  [/\/users\/(session-half|logout)$/, () => true],
  // What the account itself knows of others, and nothing else.
  [/\/vault\/commit$/, (body) => (JSON.parse(body) as { changes: unknown[] }).changes.length === 0],
  [/\/share\/rotate$/, () => true],
  [/\/share\/item\/[\w-]+\/vault$/, () => true],
  [/\/teams\/[\w-]+\/refused-key$/, () => true],
  [
    /\/teams\/[\w-]+\/log$/,
    (body) => (JSON.parse(body) as { entries: { text: string }[] }).entries.every(({ text }) => isUnattended(text)),
  ],
];

/** A proven admission, the next key after someone has left by the log, and the stricter rules. */
function isUnattended(text: string): boolean {
  const change = readEntry(text)?.change;
  return change?.kind === "key" || change?.kind === "rules" || (change?.kind === "admit" && change.proof !== undefined);
}

const mutates = ({ body }: Recorded): boolean => body !== "";

const unpressed = (requests: readonly Recorded[]): string[] =>
  requests.filter(mutates).flatMap(({ url, body }) => {
    const path = new URL(url).pathname;
    return UNATTENDED.some(([form, isFine]) => form.test(path) && isFine(body)) ? [] : [`sent unattended: ${path} ${body.slice(0, 400)}`];
  });

const titlesIn = ({ items }: Awaited<ReturnType<Client["vault"]["pull"]>>): string =>
  items
    .filter(({ isOwner, belongsTo }) => isOwner && !belongsTo)
    .map(({ id, fields }) => `${id} ${fields.title}`)
    .sort()
    .join("\n");

/** @returns what each sees of their own; every call of it leaves the server as it is, or is of the table above */
export async function ownOf(watched: readonly Watched[]): Promise<string[]> {
  const seen: string[] = [];
  for (const { client } of watched) seen.push(titlesIn(await client.vault.pull()));
  return seen;
}

async function membersProblem(cast: Cast, { client, name }: Watched): Promise<string[]> {
  const { state } = await storedLog(cast.world, cast.teamId);
  const shown = await client.team.people({ teamId: cast.teamId });
  // Whom the server lists no more waits for a press of an administrator.
  const gone = shown.toConfirm.filter(({ kind }) => kind === "gone").map(({ userId }) => userId);
  const [seen, stored] = [[...shown.members.map(({ user_id }) => user_id), ...gone], [...state.members.keys()]].map((ids) =>
    ids.sort().join(),
  );
  return seen === stored ? [] : [`${name}'s client replays other members: ${seen} instead of ${stored}`];
}

export interface Looked {
  /** What went wrong, in words. */
  readonly problems: readonly string[];
  /** What each sees of their own, where they saw it. */
  readonly own: readonly string[];
  /** Whether a client has sent something: what another saw before may be different now. */
  readonly hasSent: boolean;
}

export async function lookAtAll(cast: Cast, watched: readonly Watched[]): Promise<Looked> {
  const from = cast.world.requests.length;
  const [problems, own]: [string[], string[]] = [[], []];
  for (const one of watched) {
    try {
      await one.client.team.refreshMembership();
      await one.client.team.ownTeamStatus();
      own.push(titlesIn(await one.client.vault.pull()));
      await one.client.sharing.sharedByMe();
      await one.client.sharing.sharedWithMe();
      if (one.client.session?.teamId === cast.teamId) problems.push(...(await membersProblem(cast, one)));
    } catch (error) {
      problems.push(`${one.name} is stuck: ${error instanceof Error ? `${error.message}\n${error.stack}` : String(error)}`);
    }
  }
  const requests = cast.world.requests.slice(from);
  return { problems: [...problems, ...unpressed(requests)], own, hasSent: requests.some(mutates) };
}
