/** A forgotten master password: the recovery key restores everything under new keys, and any failure leaves the old vault whole (security design §5). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addAuthenticator } from "./authenticator.ts";
import { endsWith, everythingIn, NEXT, recoverySteps } from "./recovery-setup.ts";
import { aLogin } from "./sample-items.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let { personWithVault, freshDevice, provenDevice, reset } = {} as ReturnType<typeof recoverySteps>;
beforeAll(async () => {
  world = await startWorld();
  ({ personWithVault, freshDevice, provenDevice, reset } = recoverySteps(world));
});
afterAll(() => world.stop());

describe("a reset with the recovery key", () => {
  it("brings back every field of every kind under the new password, with a new recovery key, and signs every device out", async () => {
    const ann = await personWithVault("ann");
    const before = await everythingIn(ann.client);
    const client = await provenDevice(ann);
    const told: number[] = [];
    const { recoveryKey } = await client.account.resetPassword({
      email: ann.email,
      password: NEXT,
      recoveryKey: ann.recoveryKey.toLowerCase().replaceAll("-", " "),
      discard: false,
      onProgress: (percent) => told.push(percent),
    });
    expect(recoveryKey).not.toBe(ann.recoveryKey);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.at(-1)).toBe(100);
    expect(client.session).toBeNull();

    await expect(freshDevice(ann.email, ann.password)).rejects.toMatchObject({ code: "invalid_credentials" });
    expect(await everythingIn(await freshDevice(ann.email, NEXT))).toEqual(before);
    await expect(ann.client.vault.pull()).rejects.toMatchObject({ code: "session_expired" });
    expect((await world.mail.emailsTo(ann.email)).map(({ name }) => name)).toContain("recoveryDone");

    // The device that had seen the vault before takes the new keys, goes on from there, and does not go back.
    await ann.client.account.login({ email: ann.email, password: NEXT });
    expect(await everythingIn(ann.client)).toEqual(before);
    await ann.client.vault.create({ draft: aLogin({ title: "Afterwards" }) });
    expect((await everythingIn(client.session ? client : await freshDevice(ann.email, NEXT))).items).toHaveLength(before.items.length + 1);
  });

  it("works again with the key it gave, and no more with the one before", async () => {
    const bea = await personWithVault("bea");
    const before = await everythingIn(bea.client);
    const { recoveryKey } = await reset(bea, await provenDevice(bea));
    const again = await provenDevice(bea);
    await expect(reset(bea, again)).rejects.toMatchObject({ code: "invalid_recovery_key" });
    await reset(bea, again, { recoveryKey });
    expect(await everythingIn(await freshDevice(bea.email, NEXT))).toEqual(before);
  });

  it("is repeated when another device writes during it, with what it wrote", async () => {
    const cleo = await personWithVault("cleo");
    const client = await provenDevice(cleo);
    await cleo.client.account.login({ email: cleo.email, password: cleo.password }); // the clock has moved past the session
    world.doBeforeNext(endsWith("/users/reset-password"), async () => {
      await cleo.client.vault.create({ draft: aLogin({ title: "Just in time" }) });
    });
    await reset(cleo, client);
    const { items } = await (await freshDevice(cleo.email, NEXT)).vault.pull();
    expect(items.map(({ fields }) => fields.title)).toContain("Just in time");
  });

  it("asks for the second factor too, and leaves it on", async () => {
    const dan = await personWithVault("dan");
    const app = await addAuthenticator(world, dan.client);
    const { client } = await world.stranger();
    await client.account.forgotPassword({ email: dan.email });
    const form = { email: dan.email, code: await world.mail.codeFor(dan.email) };
    expect(await client.account.verifyRecovery(form)).toEqual({ step: "mfa" });
    await expect(reset(dan, client)).rejects.toThrow("Password reset failed");
    await expect(client.account.verifyRecovery({ ...form, mfaCode: app.wrong() })).rejects.toMatchObject({ code: "invalid_mfa_code" });
    expect(await client.account.verifyRecovery({ ...form, mfaCode: app.code() })).toEqual({ step: "reset" });
    await reset(dan, client);
    expect(await client.account.login({ email: dan.email, password: NEXT })).toMatchObject({ step: "code" });
  });
});

describe("a reset that is interrupted", () => {
  let eli: Person;
  let before: Awaited<ReturnType<typeof everythingIn>>;
  beforeAll(async () => {
    eli = await personWithVault("eli");
    before = await everythingIn(eli.client);
  });

  it.each(["/users/forgot-password", "/users/verify-recovery", "/vault/entries-for-reset", "/users/reset-password"])(
    "at %s leaves the old vault to the old password",
    async (path) => {
      world.passMinutes(61);
      const { client } = await world.stranger();
      world.refuseWhen(endsWith(path));
      const recover = async () => {
        await client.account.forgotPassword({ email: eli.email });
        await client.account.verifyRecovery({ email: eli.email, code: await world.mail.codeFor(eli.email) });
        await reset(eli, client);
      };
      await expect(recover()).rejects.toThrow();
      world.refuseWhen(() => false);
      expect(await everythingIn(await freshDevice(eli.email, eli.password))).toEqual(before);
    },
  );

  it("and tried again goes through, from the same device", async () => {
    const client = await provenDevice(eli);
    world.refuseWhen(endsWith("/users/reset-password"));
    await expect(reset(eli, client)).rejects.toThrow();
    world.refuseWhen(() => false);
    await reset(eli, client);
    expect(await everythingIn(await freshDevice(eli.email, NEXT))).toEqual(before);
  });

  it("after the server was done still shows the new recovery key, and leaves no session behind", async () => {
    const fay = await personWithVault("fay");
    const client = await provenDevice(fay);
    world.loseNextAnswer(endsWith("/users/reset-password"));
    const { recoveryKey } = await reset(fay, client);
    const after = await freshDevice(fay.email, NEXT);
    expect(await after.account.sessions()).toHaveLength(1);
    const again = await provenDevice(fay);
    await reset(fay, again, { recoveryKey });
  });

  it("after the server was done, with the connection gone too, shows it when tried again", async () => {
    const guy = await personWithVault("guy");
    const client = await provenDevice(guy);
    world.loseNextAnswer(endsWith("/users/reset-password"));
    world.refuseWhen(endsWith("/users/login"));
    await expect(reset(guy, client)).rejects.toThrow();
    world.refuseWhen(() => false);
    const { recoveryKey } = await reset(guy, client);
    await reset(guy, await provenDevice(guy), { recoveryKey });
  });
});
