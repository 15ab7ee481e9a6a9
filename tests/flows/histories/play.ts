/** One random history: a team begins, things happen in an order that follows from a number, and the team ends with the next history. */

import { ClientError, type TeamMember } from "../../../packages/client/src/index.ts";
import { AppError } from "../../../packages/contract/src/errors.ts";
import { seededRandom } from "../../../packages/core/src/passwords/testing/seeded-random.ts";
import { aLogin } from "../sample-items.ts";
import { asShown } from "../sharing-setup.ts";
import { confirmAll, idOf, look, newTeam, restart, type Someone, type Stage } from "./people.ts";

const [LEAST, MORE] = [6, 12];

interface History {
  readonly stage: Stage;
  readonly below: (end: number) => number;
  readonly one: <T>(list: readonly T[]) => T | undefined;
}
/** @returns what happened, for people; null when there was nothing to do */
type Act = (history: History) => Promise<string | null>;

const administrators = ({ stage: { people } }: History): readonly Someone[] => people.slice(0, 2);
const isOut = (one: Someone): boolean => !one.client.session?.teamId;
const others = ({ stage: { people } }: History): readonly Someone[] => people.slice(3);

const tokenOf = async ({ stage: { world } }: History, email: string): Promise<string> => {
  const texts = (await world.mail.emailsTo(email)).flatMap(({ text }) => /[?&]token=([\w-]+)/.exec(text)?.[1] ?? []);
  return texts.at(-1) ?? "";
};

async function memberOf(history: History, by: Someone, roles: readonly number[]): Promise<TeamMember | undefined> {
  const { members } = await by.client.team.people({ teamId: history.stage.team.id });
  const [boss, , owner] = history.stage.people;
  return history.one(
    members.filter(
      (one) => roles.includes(one.role_id) && one.user_id !== idOf(by) && one.user_id !== idOf(boss) && one.user_id !== idOf(owner),
    ),
  );
}

const inviting =
  (by: "link" | "mail", roleId: 0 | 2): Act =>
  async (history) => {
    const [host, guest] = [history.one(administrators(history).filter((one) => !isOut(one))), history.one(others(history).filter(isOut))];
    if (!host || !guest) return null;
    const { email } = guest.person;
    const link = await host.client.team.invite({ email, roleId, teamId: history.stage.team.id, by });
    const url = link ? new URL(link) : null;
    const token = url?.searchParams.get("token") ?? (await tokenOf(history, email));
    if (history.below(4) > 0) await guest.client.team.joinInvited({ token, fragment: url?.hash ?? "" });
    return `${host.name} invites ${guest.name} by ${by} as ${roleId}`;
  };

const ACTS: Readonly<Record<string, Act>> = {
  "invite by link": inviting("link", 0),
  "invite an administrator by link": inviting("link", 2),
  "invite by mail": inviting("mail", 0),
  confirm: async (history) => {
    const by = history.one(administrators(history).filter((one) => !isOut(one)));
    if (by) await confirmAll(history.stage, by);
    return by ? `${by.name} confirms` : null;
  },
  remove: async (history) => {
    const by = history.one(administrators(history).filter((one) => !isOut(one)));
    const member = by && (await memberOf(history, by, [2, 3]));
    if (!by || !member) return null;
    await by.client.team.removeMember({ id: member.id, userId: member.user_id, teamId: history.stage.team.id });
    return `${by.name} removes ${member.email}`;
  },
  leave: async (history) => {
    const one = history.one([...others(history), ...history.stage.people.slice(1, 2)].filter((someone) => !isOut(someone)));
    await one?.client.team.leaveTeam();
    return one ? `${one.name} leaves` : null;
  },
  "change a role": async (history) => {
    const by = history.one(administrators(history).filter((one) => !isOut(one)));
    const member = by && (await memberOf(history, by, [2, 3]));
    if (!by || !member) return null;
    await by.client.team.giveRole({ userId: member.user_id, roleId: member.role_id === 2 ? 0 : 2, teamId: history.stage.team.id });
    return `${by.name} changes the role of ${member.email}`;
  },
  share: async ({ stage, one, below }) => {
    const [owner, to] = [stage.people[2], one(stage.people.slice(3))];
    const { id } = await owner.client.vault.create({ draft: aLogin({ title: `For ${to?.name}` }) });
    await owner.client.sharing.share({ id, email: to?.person.email ?? null, permission: below(2) ? "read" : "write", expiresAt: null });
    return `the owner shares an item with ${to?.name}`;
  },
  "end a share": async ({ stage, one }) => {
    const owner = stage.people[2];
    const share = one((await owner.client.sharing.sharedByMe()).filter(({ itemId }) => itemId !== stage.team.vaultId));
    if (share) await owner.client.sharing.revoke(asShown(share));
    return share ? `the owner ends the share with ${share.person}` : null;
  },
  save: async ({ stage, one }) => {
    const by = one(stage.people);
    const item = one((await by?.client.vault.pull())?.items.filter(({ permission, isOwner }) => isOwner || permission === "write") ?? []);
    if (!by || !item) return null;
    const base = await by.client.vault.open({ id: item.id });
    await by.client.vault.update({
      base,
      draft: { ...aLogin({ ...base.fields, username: `by ${by.name}` }), categoryId: item.categoryId },
    });
    return `${by.name} saves ${item.fields.title}`;
  },
  look: async ({ stage, one }) => {
    const by = one(stage.people);
    if (by) await look(by);
    return `${by?.name} looks`;
  },
  restart: async ({ stage, one }) => {
    const by = one(stage.people);
    if (by) await restart(by);
    return `${by?.name}'s page is loaded again`;
  },
};

/** What a person may be told when something crosses their act; anything else is an alarm. */
const isToldInWords = (error: unknown): boolean => error instanceof AppError || error instanceof ClientError || isLost(error);
const isLost = (error: unknown): boolean =>
  error instanceof Error && /fetch failed|connection|reach/i.test(`${error.name} ${error.message}`);

export async function playHistory(
  stage: Stage,
  seed: number,
): Promise<{ readonly acts: readonly string[]; readonly problems: readonly string[] }> {
  const random = seededRandom(seed);
  const below = (end: number): number => Buffer.from(random(4)).readUInt32BE() % end;
  const history: History = { stage, below, one: (list) => list[below(Math.max(1, list.length))] };
  const { world, people } = stage;
  await world.query("delete from rate_limit");
  // Otherwise a long run keeps every answer.
  world.requests.length = 0;
  if (stage.team.id !== "") await people[0].client.team.deleteTeam({ id: stage.team.id, deleteUsers: false });
  for (const one of people) await look(one);
  await newTeam(stage);
  const [acts, problems]: [string[], string[]] = [[], []];
  for (let at = LEAST + below(MORE); at > 0; at--) {
    const [name, act] = history.one(Object.entries(ACTS)) ?? [];
    if (!name || !act) continue;
    const isLossy = below(5) === 0;
    if (isLossy)
      world.loseNextAnswer((url) =>
        /\/(log|join-invited|invite|leave|rotate|commit|share\/\w+|members\/[\w-]+|remove-member\/[\w-]+)(\?|$)/.test(url),
      );
    const told = await act(history).catch((error: unknown) => {
      if (!isToldInWords(error)) problems.push(`${name}: ${error instanceof Error ? error.stack : String(error)}`);
      return `${name} fails: ${String(error)}`;
    });
    world.loseNextAnswer(() => false);
    if (told) acts.push(isLossy ? `${told} (an answer may be lost)` : told);
  }
  return { acts, problems };
}
