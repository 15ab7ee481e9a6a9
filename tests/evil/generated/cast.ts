/** Who is there: three honest people with real clients, and one evil colleague in each role, with an identity out of the reach of any client. */
import { openOwnSigner } from "../../../packages/client/src/account/credentials.ts";
import type { Client } from "../../../packages/client/src/index.ts";
import { deriveSymmetricKey } from "../../../packages/crypto/src/index.ts";
import { aLogin } from "../../flows/sample-items.ts";
import { asShown } from "../../flows/sharing-setup.ts";
import { givesPassword, joinTeam } from "../../flows/team-setup.ts";
import type { Person, World } from "../../flows/world.ts";
import type { EvilServer, Stage } from "../evil-server.ts";
import { askLoginData, forgeOf } from "../forge.ts";
import type { Writer } from "../sign-entry.ts";
import { type Stores, savedStores } from "./saved-stores.ts";

export const ROLES = ["owner", "writer", "reader", "member", "administrator", "invited", "removed", "token", "stranger"] as const;
export type RoleName = (typeof ROLES)[number];

/** The person who makes the calls. */
export interface Actor extends Writer {
  readonly role: RoleName;
  readonly email: string;
  readonly token: string;
}

export interface Honest {
  readonly name: string;
  readonly accountId: string;
  readonly email: string;
  /** What the device has before the first call. */
  readonly stores: Stores;
}

export interface Cast {
  readonly stage: Stage;
  readonly world: World;
  readonly actors: Readonly<Record<RoleName, Actor>>;
  readonly honest: readonly Honest[];
  readonly teamId: string;
  /** The vault that is shared with the writer, a reader and the team. */
  readonly vaultId: string;
}

const idOf = ({ client }: Pick<Person, "client">): string => client.session?.user.id ?? "";

const publicKeyOf = async ({ sql }: World, accountId: string): Promise<string> =>
  (await sql<{ key: string }>("select public_key as key from identity where account_id = $1", [accountId]))[0]?.key ?? "";

/** Takes the person's identity out of a sign-in of theirs. */
async function actorOf(stage: Stage, role: RoleName, person: Person): Promise<Actor> {
  const { data, accountId, vaultKey, keys } = await forgeOf({ ...stage, ann: person });
  const own = { accountId, keyEpoch: keys.epoch, symmetricKey: await deriveSymmetricKey(vaultKey, accountId, keys.epoch) };
  const signer = await openOwnSigner(own, String(data.encryptedPrivateKey));
  return { role, accountId, email: person.email, token: String(data.token), publicKey: await publicKeyOf(stage.world, accountId), signer };
}

/** A token of an honest owner, and neither a key of theirs nor a fresh proof: the thief signs with the stranger's key. */
async function thiefOf(stage: Stage, victim: Person, { signer, publicKey }: Actor): Promise<Actor> {
  const accountId = idOf(victim);
  const token = String((await askLoginData(stage, victim)).token);
  const newest = "select id from session where account_id = $1 order by created_at desc limit 1";
  await stage.world.sql(`update session set proven_at = null, expires_at = now() + interval '90 days' where id = (${newest})`, [accountId]);
  return { role: "token", accountId, email: victim.email, signer, publicKey, token };
}

const look = async ({ client }: Pick<Person, "client">): Promise<void> => {
  await client.team.refreshMembership();
  await client.team.ownTeamStatus();
  await client.vault.pull();
};

async function honestOn({ world }: Stage, name: string, person: Person): Promise<Honest & { readonly client: Client }> {
  const stores = savedStores();
  const { client } = world.deviceWith(stores.keys, stores.records);
  await client.account.login({ email: person.email, password: person.password });
  await look({ client });
  return { name, accountId: idOf(person), email: person.email, stores, client };
}

/** @param server - its clock stays; the master passwords were all given just now */
export async function castOf(server: EvilServer): Promise<Cast> {
  const stage = await server.openStage({ onlyReads: false });
  const { world, ann, eve } = stage;
  const join = async (name: string, role = 3): Promise<Person> => givesPassword(await world.person(`generated-${name}`, role));
  const [boss, dan, owner, writer, reader] = [
    await join("boss", 1),
    await join("dan"),
    await join("owner"),
    await join("writer"),
    await join("reader"),
  ];
  const [member, admin, invited, removed] = [await join("member"), await join("admin"), await join("invited"), await join("removed")];
  givesPassword(ann);
  const { id: teamId } = await boss.client.team.createTeam({ name: "Real", description: "" });
  for (const guest of [ann, dan, member, removed]) await joinTeam(boss, guest, { teamId });
  await joinTeam(boss, admin, { teamId, roleId: 2 });
  await boss.client.team.people({ teamId });
  for (const one of [ann, dan, member, admin, removed]) await look(one);
  const vaultId = await shareAll({ ann, dan, owner, writer, reader, removed });
  await removeOne(boss, ann, removed, teamId, vaultId);
  await boss.client.team.invite({ email: invited.email, roleId: 0, teamId, by: "link" });
  for (const one of [boss, ann, dan, member, admin, writer, reader, owner]) await look(one);
  const honest = [await honestOn(stage, "boss", boss), await honestOn(stage, "ann", ann), await honestOn(stage, "dan", dan)];
  for (const { client } of honest) await look({ client });
  const people = { owner, writer, reader, member, administrator: admin, invited, removed, stranger: eve } as const;
  const actors: Partial<Record<RoleName, Actor>> = {};
  for (const [role, person] of Object.entries(people)) actors[role as RoleName] = await actorOf(stage, role as RoleName, person);
  const { stranger } = actors;
  await world.query("update session set proven_at = now(), expires_at = now() + interval '90 days'");
  if (stranger) actors.token = await thiefOf(stage, ann, stranger);
  return { stage, world, actors: actors as Record<RoleName, Actor>, honest, teamId, vaultId };
}

type Sharing = Readonly<Record<"ann" | "dan" | "owner" | "writer" | "reader" | "removed", Person>>;

async function shareAll({ ann, dan, owner, writer, reader, removed }: Sharing): Promise<string> {
  const share = (from: Person, id: string, to: Person | null, permission: "read" | "write"): Promise<unknown> =>
    from.client.sharing.share({ id, email: to?.email ?? null, permission, expiresAt: null });
  const make = async ({ client }: Person, name: string) => {
    const { id } = await client.vault.createVault({ name, description: "" });
    for (const title of ["First", "Second"])
      await client.vault.create({ draft: { ...aLogin({ title: `${name} ${title}` }), categoryId: id } });
    return id;
  };
  const [anns, owners] = [await make(ann, "Shared by Ann"), await make(owner, "Shared by the evil owner")];
  await share(ann, anns, writer, "write");
  await share(ann, anns, removed, "write");
  await share(ann, anns, reader, "read");
  await share(ann, anns, null, "read");
  const { id } = await ann.client.vault.create({ draft: aLogin({ title: "Ann's one item" }) });
  await share(ann, id, reader, "read");
  await share(owner, owners, ann, "write");
  await share(owner, owners, dan, "read");
  return anns;
}

async function removeOne(boss: Person, ann: Person, removed: Person, teamId: string, vaultId: string): Promise<void> {
  const place = (await boss.client.team.people({ teamId })).members.find(({ email }) => email === removed.email);
  await boss.client.team.removeMember({ id: place?.id ?? "", userId: idOf(removed), teamId });
  const share = (await ann.client.sharing.sharedByMe()).find((one) => one.itemId === vaultId && one.person === removed.email);
  await ann.client.sharing.revoke(asShown(share));
  await ann.client.vault.pull();
}
