/** A passkey that opens a vault, in the attacks on it: how it is added, what the server keeps of it, and what has to be so after each lie. */
import { expect } from "vitest";
import { openAuthenticator, type VirtualAuthenticator } from "../flows/vault-authenticator.ts";
import type { Person } from "../flows/world.ts";
import { refused, type Stage } from "./evil-server.ts";

export interface Held {
  readonly authenticator: VirtualAuthenticator;
  readonly id: string;
}

/** Every authenticator of this kind yields the same for all of its passkeys, so that only what a copy is bound to tells them apart. */
export const SECRET = new Uint8Array(32).fill(9);

export function withOneSecret(authenticator: VirtualAuthenticator): VirtualAuthenticator {
  const { create, get } = authenticator;
  return Object.assign(authenticator, {
    create: async (asked: Parameters<typeof create>[0]) => ({ ...(await create(asked)), prf: SECRET.slice() }),
    get: async (asked: Parameters<typeof get>[0]) => ({ ...(await get(asked)), prf: SECRET.slice() }),
  });
}

export async function addPasskey({ world }: Stage, person: Person, authenticator = openAuthenticator(world.origin)): Promise<Held> {
  const { account } = person.client;
  await account.kitSaved(person);
  await account.addPasskey({ authenticator, name: "Laptop" });
  return { authenticator, id: authenticator.made.at(-1)?.passkey.id ?? "" };
}

/** The server's row, as it may keep it. */
export async function rowOf({ world }: Stage, id: string): Promise<{ readonly copy: string }> {
  const [row] = await world.sql<{ copy: string }>("select * from passkey where id = $1", [id]);
  if (!row) throw new Error("The server has no such passkey");
  return row;
}

export async function putBack({ world }: Stage, row: object): Promise<void> {
  await world.sql("insert into passkey select * from jsonb_populate_record(null::passkey, $1)", [JSON.stringify(row)]);
}

const SHOWN = 2;

/** Ann's device is locked. The lie is met: it stays so, or is so again, and her master password opens it. */
export async function stopsUnlock(stage: Stage, { authenticator }: Held, refusal: object): Promise<void> {
  const { ann } = stage;
  const { account, vault } = ann.client;
  expect(ann.client.isLocked).toBe(true);
  await refused(stage, () => account.unlockByPasskey({ authenticator }), refusal);
  expect(ann.client.isLocked).toBe(true);
  stage.honest();
  await account.unlock({ password: ann.password });
  expect((await vault.pull()).items).toHaveLength(SHOWN);
}

/** A device signs in, where it is not said: one that has never seen Ann. No session begins, or one that is locked; her master password signs in. */
export async function stopsSignIn(stage: Stage, { authenticator }: Held, refusal: object, device?: Person["client"]): Promise<void> {
  const { ann, world } = stage;
  const client = device ?? (await world.stranger()).client;
  await refused(stage, () => client.account.signInByPasskey({ authenticator }), refusal);
  expect(client.session === null || client.isLocked).toBe(true);
  stage.honest();
  await client.account.login(ann);
  expect((await client.vault.pull()).items).toHaveLength(SHOWN);
}

/** The honest passkey and the master password open the vault after what was tried. */
export async function stillOpens({ ann, world }: Stage, { authenticator }: Held): Promise<void> {
  for (const signIn of [
    (client: Person["client"]) => client.account.signInByPasskey({ authenticator }),
    (client: Person["client"]) => client.account.login(ann),
  ]) {
    const { client } = await world.stranger();
    await signIn(client);
    expect((await client.vault.pull()).items).toHaveLength(SHOWN);
  }
}
