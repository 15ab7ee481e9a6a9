/** A server that was restored from a backup, seen by its users: everyone signs in and reads everything, and what a device has seen since comes back (security design §4). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addAuthenticator } from "./authenticator.ts";
import { backUpServer, titlesWithPasswords } from "./restore-server.ts";
import { aLogin } from "./sample-items.ts";
import { startWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

describe("a server restored from a backup", () => {
  it("has everything of everyone, the second factor too; devices that have seen newer data restore it without alarm, also what they know of others", async () => {
    const [ann, ben] = [await world.person("ann"), await world.person("ben")];
    const add = (title: string) => ann.client.vault.create({ draft: aLogin({ title, password: "x" }) });
    const gone = await add("Gone");
    await add("Kept");
    await ben.client.vault.create({ draft: aLogin({ title: "Ben's", password: "y" }) });
    const app = await addAuthenticator(world, ben.client);
    const restore = await backUpServer(world);
    const known = async () => ann.client.sharing.findPerson({ email: ben.email });
    await ann.client.sharing.trustPerson({ person: await known() });
    await add("Newer");
    await ann.client.vault.remove({ ids: [gone.id] });
    await restore();

    await expect(ann.client.vault.pull()).rejects.toMatchObject({ code: "session_expired" });
    const bens = await world.stranger();
    const outcome = await bens.client.account.login({ email: ben.email, password: ben.password });
    if (outcome.step !== "code") throw new Error("No code was asked for");
    await bens.client.account.verifyCode({ tempToken: outcome.tempToken, code: app.code() });
    await bens.client.vault.pull();
    expect(await titlesWithPasswords(bens)).toEqual(["Ben's: y"]);
    const fresh = await ann.device("fresh");
    await fresh.client.vault.pull();
    expect(await titlesWithPasswords(fresh)).toEqual(["Gone: x", "Kept: x"]);

    await ann.client.account.login({ email: ann.email, password: ann.password });
    await ann.client.vault.local(); // As the app does, before it asks the server.
    await expect(ann.client.vault.pull()).rejects.toMatchObject({ code: "rollback" });
    expect(await ann.client.vault.trouble()).toMatchObject({ code: "rollback", isRepairable: true });
    expect(await titlesWithPasswords(ann)).toEqual(["Kept: x", "Newer: x"]);
    await ann.client.vault.repair();
    // Otherwise a server that goes back could show a key again that was found to be false.
    expect(await known()).toMatchObject({ known: "verified" });
    const after = await ann.device("after");
    await after.client.vault.pull();
    expect(await titlesWithPasswords(after)).toEqual(["Kept: x", "Newer: x"]);
  });
});
