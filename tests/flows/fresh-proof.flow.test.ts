/** Calls that cannot be undone wait for the master password, which is asked for once and in one place (security design §7). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aLogin } from "./sample-items.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const NEEDED = { code: "fresh_proof_needed" };

async function withTrash(name: string): Promise<{ person: Person; ids: string[] }> {
  const person = await world.person(name);
  const item = await person.client.vault.create({ draft: aLogin({ title: "Thrown away" }) });
  await person.client.vault.remove({ ids: [item.id] });
  world.passMinutes(11);
  return { person, ids: [item.id] };
}

describe("eleven minutes after the sign-in", () => {
  it("the trash is not emptied before the master password was given; then the call goes on by itself", async () => {
    const { person, ids } = await withTrash("ann");
    const asked: string[] = [];
    person.onProofNeeded(async (client) => {
      asked.push("asked");
      await expect(client.account.prove({ password: "Wrong-Horse-1!" })).rejects.toThrow("Invalid master password");
      await client.account.prove(person);
      return true;
    });
    await person.client.vault.purge({ ids });
    expect(asked).toEqual(["asked"]);
    expect(await person.client.vault.trash()).toEqual([]);
    await person.client.account.revokeOtherSessions();
    expect(asked).toEqual(["asked"]);
  });

  it("nothing has happened when the person would rather not", async () => {
    const { person, ids } = await withTrash("bob");
    await expect(person.client.vault.purge({ ids })).rejects.toMatchObject(NEEDED);
    expect(await person.client.vault.trash()).toHaveLength(1);
  });

  it("several calls at once ask once", async () => {
    const { person, ids } = await withTrash("cat");
    let asked = 0;
    person.onProofNeeded(async (client) => {
      asked++;
      await client.account.prove(person);
      return true;
    });
    await Promise.all([person.client.vault.purge({ ids }), person.client.account.revokeOtherSessions(), person.client.account.setupMfa()]);
    expect(asked).toBe(1);
  });

  it("what asks for the password in its own form asks for nothing else", async () => {
    const { person } = await withTrash("dan");
    person.onProofNeeded(() => Promise.reject(new Error("No one is asked twice")));
    const { account } = person.client;
    await account.renewRecoveryKey(person);
    world.passMinutes(11);
    const email = "dan.new@example.com";
    await account.requestEmailChange({ password: person.password, email });
    world.passMinutes(9);
    await account.changeEmail({ password: person.password, email, code: await world.mail.codeFor(email) });
    world.passMinutes(11);
    const next = "Another-Horse-12!";
    await account.changePassword({ current: person.password, next, hint: null });
    world.passMinutes(11);
    await account.deleteAccount({ password: next });
  });

  it("a stolen token does nothing of that kind, and neither does it with a wrong auth key", async () => {
    const { person, ids } = await withTrash("eve");
    expect((await person.post("/vault/trash/purge", { ids })).body).toMatchObject(NEEDED);
    expect((await person.post("/users/2fa/setup", {})).body).toMatchObject(NEEDED);
    const guess = await person.post("/export/verify-master-password", { authKey: "ab".repeat(32), reason: "change" });
    expect(guess.body).toMatchObject({ isValid: false });
    expect((await person.post("/users/2fa/setup", {})).body).toMatchObject(NEEDED);
  });
});

it("a call that was asked for in one session does not go on in another", async () => {
  const { person, ids } = await withTrash("fay");
  person.onProofNeeded(async (client) => {
    await client.account.logout();
    await client.account.login(person);
    return true;
  });
  await expect(person.client.vault.purge({ ids })).rejects.toMatchObject(NEEDED);
});
