/** The people of random histories, and what has to be true of them when everyone has looked. */
import type { Client } from "../../../packages/client/src/index.ts";
import { expectEqualLogs, storedLog } from "../equal-logs.ts";
import { aLogin } from "../sample-items.ts";
import { givesPassword } from "../team-setup.ts";
import { type Person, startWorld, type World } from "../world.ts";

/** A person on the device in use. */
export interface Someone {
  readonly name: string;
  readonly person: Person;
  client: Client;
}
export interface Stage {
  readonly world: World;
  /** The founder and the other administrator, the owner, and three others. */
  readonly people: readonly [Someone, Someone, Someone, Someone, Someone, Someone];
  team: { readonly id: string; readonly vaultId: string };
}

/** In which everyone looks, and the founder presses what waits. */
const ROUNDS = 3;
/** Without anyone else's look in between; each pause is twice the one before. */
const [LOOKS, PAUSE_MS] = [10, 20];

export const idOf = ({ client }: Pick<Someone, "client">): string => client.session?.user.id ?? "";

export async function startHistories(): Promise<Stage> {
  const world = await startWorld({ isWithoutSockets: true });
  const someone = async (name: string, role = 3): Promise<Someone> => {
    const person = givesPassword(await world.person(`history-${name}`, role));
    return { name, person, client: person.client };
  };
  const [boss, admin, owner] = [await someone("boss", 1), await someone("admin"), await someone("owner")];
  const people = [boss, admin, owner, await someone("dan"), await someone("eva"), await someone("finn")] as const;
  return { world, people: [...people], team: { id: "", vaultId: "" } };
}

/** As a page does that comes into view. */
export async function look({ client }: Pick<Someone, "client">): Promise<string> {
  await client.team.refreshMembership();
  const status = await client.team.ownTeamStatus();
  await client.vault.pull();
  return status;
}

/** A page load: another client on what the device keeps. */
export async function restart(one: Someone): Promise<void> {
  one.client = one.person.reload();
  if (!(await one.client.account.resume()) || one.client.isLocked) await one.client.account.unlock({ password: one.person.password });
}

/** Presses whatever waits, as an administrator who reads it. @returns what does not name a person */
export async function confirmAll({ team }: Stage, by: Someone): Promise<string[]> {
  const { toConfirm, unconfirmed, members } = await by.client.team.people({ teamId: team.id });
  const nameless = [...toConfirm, ...unconfirmed, ...members.filter(({ isKeyPending }) => isKeyPending)].filter(
    ({ email }) => !email.includes("@"),
  );
  for (const { kind, userId, email } of toConfirm) {
    if (kind === "let-in") await by.client.team.letIn({ teamId: team.id, userId, email });
    if (kind === "gone") await by.client.team.takeOut({ teamId: team.id, userIds: [userId] });
  }
  for (const { user_id: userId, email, role_id: roleId } of unconfirmed)
    await by.client.team.confirmMember({ teamId: team.id, userId, email, roleId });
  return nameless.map((one) => `waits for no one by name: ${JSON.stringify(one)}`);
}

/** Everyone is online for a while. @returns what is wrong then */
export async function settle(stage: Stage): Promise<string[]> {
  const { people, world, team } = stage;
  const problems: string[] = [];
  world.refuseWhen(() => false);
  for (let round = 0; round < ROUNDS; round++) {
    await world.query("delete from rate_limit");
    // What a client does in the background and no answer came to, it tries again half a minute later.
    world.passMinutes(1);
    const from = world.requests.length;
    for (const one of people) await look(one).catch((error: unknown) => problems.push(`${one.name} cannot look: ${String(error)}`));
    problems.push(...(await confirmAll(stage, people[0]).catch((error: unknown) => [`the founder cannot confirm: ${String(error)}`])));
    // Where no one has sent anything, the next round is the same once more.
    if (problems.length === 0 && world.requests.slice(from).every(({ body }) => body === "")) break;
  }
  await expectEqualLogs(world);
  const { state } = await storedLog(world, team.id);
  const rows = await world.sql<{ id: string }>("select id from account where team_id = $1", [team.id]);
  const [log, server] = [
    [...state.members.keys()].sort().join(),
    rows
      .map(({ id }) => id)
      .sort()
      .join(),
  ];
  if (log !== server) problems.push(`the log has ${log}, the server ${server}`);
  for (const one of people) problems.push(...(await soonAtEase(stage, one, state.members.has(idOf(one)))));
  return problems;
}

/** What others' clients do after a look, as giving the next key, goes on in the background: this one looks again until it has come. */
async function soonAtEase(stage: Stage, one: Someone, isMember: boolean): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    const problems = await atEase(stage, one, isMember).catch((error: unknown) => [`${one.name}: ${String(error)}`]);
    if (problems.length === 0 || attempt === LOOKS) return problems;
    await new Promise((resume) => setTimeout(resume, PAUSE_MS * 2 ** (attempt - 1)));
  }
}

async function atEase({ team, people }: Stage, one: Someone, isMember: boolean): Promise<string[]> {
  const problems: string[] = [];
  const status = await look(one);
  if (status !== (isMember ? "open" : "none")) problems.push(`${one.name}'s team is "${status}"`);
  const trouble = await one.client.vault.trouble();
  if (trouble) problems.push(`${one.name} is alarmed: ${JSON.stringify(trouble)}`);
  const { items, vaults } = await one.client.vault.pull();
  for (const { id, name } of vaults)
    if (await one.client.sharing.vaultTrouble({ vaultId: id }))
      problems.push(`${one.name} does not believe what the server has of ${name}`);
  const reads = items.some(({ categoryId }) => categoryId === team.vaultId);
  const isOwner = one === people[2];
  if (reads !== (isOwner || isMember))
    problems.push(`${one.name} ${reads ? "reads" : "does not read"} what the owner shares with the team`);
  return problems;
}

/** A team of the founder's with the other administrator and the owner, who shares a vault with it. */
export async function newTeam(stage: Stage): Promise<void> {
  const [boss, admin, owner] = stage.people;
  const { id } = await boss.client.team.createTeam({ name: "Team", description: "" });
  for (const [guest, roleId] of [
    [admin, 2],
    [owner, 0],
  ] as const) {
    const link = new URL((await boss.client.team.invite({ email: guest.person.email, roleId, teamId: id, by: "link" })) ?? "");
    await guest.client.team.joinInvited({ token: link.searchParams.get("token") ?? "", fragment: link.hash });
  }
  await boss.client.team.people({ teamId: id });
  for (const one of [admin, owner]) await look(one);
  const vault = await owner.client.vault.createVault({ name: `Vault ${id.slice(0, 8)}`, description: "" });
  await owner.client.vault.create({ draft: { ...aLogin({ title: "Of the owner" }), categoryId: vault.id } });
  await owner.client.sharing.share({ id: vault.id, email: null, permission: "write", expiresAt: null });
  stage.team = { id, vaultId: vault.id };
}
