/** A sign-in by passkey is one of a device, as a typed one is: its owner is mailed of the first on each, and what is reported lost ends with it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAuthenticator } from "./vault-authenticator.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

async function withPasskey(name: string) {
  const person = await world.person(name);
  const authenticator = openAuthenticator(world.origin);
  await person.client.account.kitSaved(person);
  await person.client.account.addPasskey({ authenticator, name: "Key" });
  return { person, authenticator };
}

/** How often the owner was mailed of a new device. All devices of these tests call themselves the same. */
const mails = async ({ email }: Person): Promise<number> =>
  (await world.mail.emailsTo(email)).filter(({ name }) => name === "newDevice").length;

describe("the first sign-in by passkey on a device", () => {
  it("is mailed, though a device of the person's calls itself the same; the next ones on it are not", async () => {
    const { person, authenticator } = await withPasskey("ann");
    const thief = await world.stranger();
    await thief.client.account.signInByPasskey({ authenticator });
    expect(await mails(person)).toBe(1);
    await thief.client.account.logout();
    await thief.reload().account.signInByPasskey({ authenticator });
    expect(await mails(person)).toBe(1);
    await (await world.stranger()).client.account.signInByPasskey({ authenticator });
    expect(await mails(person)).toBe(2);
  });

  it("is no news where the master password was typed before, nor is a typed one after it", async () => {
    const { person, authenticator } = await withPasskey("bob");
    const phone = await person.device("phone");
    await phone.client.account.logout();
    await phone.reload().account.signInByPasskey({ authenticator });
    expect(await mails(person)).toBe(0);
    const tablet = await world.stranger();
    await tablet.client.account.signInByPasskey({ authenticator });
    await tablet.client.account.logout();
    await tablet.client.account.login(person);
    expect(await mails(person)).toBe(1);
    const [{ many } = { many: 0 }] = await world.sql<{ many: number }>(
      "select count(*)::int as many from device where account_id = (select id from account where email = $1)",
      [person.email],
    );
    expect(many).toBe(3);
  });
});

describe("a device that is reported lost", () => {
  it.each(["typed", "by passkey"] as const)("ends in all its sessions, though only the one that began %s is named", async (named) => {
    const { person, authenticator } = await withPasskey(named === "typed" ? "cid" : "dot");
    const { account } = person.client;
    const typed = await person.device("lost");
    const before = (await account.sessions()).map(({ id }) => id);
    const again = typed.reload();
    await again.account.signInByPasskey({ authenticator });
    const isBefore = (id: string): boolean => before.includes(id);
    const both = (await account.sessions()).filter(({ isCurrent }) => !isCurrent);
    expect(both).toHaveLength(2);
    const { id = "" } = both.find((one) => isBefore(one.id) === (named === "typed")) ?? {};
    await account.prove(person);
    await account.reportLost({ id, passkeys: [], authenticator: null });
    for (const client of [typed.client, again]) await expect(client.vault.pull()).rejects.toMatchObject({ code: "session_expired" });
    expect(await account.sessions()).toMatchObject([{ isCurrent: true }]);
    await person.client.vault.pull();
  });
});
