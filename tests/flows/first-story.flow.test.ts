/** The main story without a browser: an invitation, an account, items of every kind, a second device, and a stranger. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aLogin, oneOfEachKind } from "./sample-items.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
let eve: Person;
beforeAll(async () => {
  world = await startWorld();
  ann = await world.person("ann");
  eve = await world.person("eve");
});
afterAll(() => world.stop());

describe("an account", () => {
  it("is not opened without an invitation, or with one that was used", async () => {
    const { client } = await world.stranger();
    const registration = { email: "mallory@example.com", password: "Correct-Horse-1!", hint: null };
    await expect(client.account.register({ ...registration, token: "made-up" })).rejects.toMatchObject({ code: "invalid_invitation" });
    await expect(client.account.register({ ...registration, token: ann.invitation })).rejects.toMatchObject({ code: "invalid_invitation" });
  });

  it("is not entered with another password, and answers alike for an unknown address", async () => {
    const { client } = await world.stranger();
    const refusals = await Promise.all(
      [ann.email, "nobody@example.com"].map((email) =>
        client.account.login({ email, password: "Wrong-Horse-1" }).catch((error: unknown) => error),
      ),
    );
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: "invalid_credentials", message: "Invalid credentials" });
  });

  it("comes with a recovery key of 32 characters and two to check them", () => {
    expect(ann.recoveryKey.replaceAll("-", "")).toMatch(/^[0-9A-HJKMNP-TV-Z]{32}[0-9A-Z*~$=]{2}$/);
  });

  it("is still signed in after a reload, and no more once its token has run out", async () => {
    const device = await ann.device("reloading");
    expect(await device.reload().account.resume()).toBe(true);
    world.passTime(9);
    expect(await device.reload().account.resume()).toBe(false);
    world.passTime(-9);
  });
});

describe("an item of each kind", () => {
  it("is read on another device as it was written", async () => {
    const drafts = oneOfEachKind((kind, field) => (field === "website_url" ? "https://example.com" : `${kind} ${field} ✓ “ü”`));
    for (const draft of drafts) await ann.client.vault.create({ draft });
    const phone = (await ann.device("phone")).client;
    const { items } = await phone.vault.pull();
    for (const draft of drafts) {
      const summary = items.find(({ kind }) => kind === draft.kind);
      const { fields, state } = await phone.vault.open({ id: summary?.id ?? "", withKeys: true });
      // Both are worked out at each save.
      const { password_strength: _strength, x_others: _others, ...typed } = draft.fields;
      expect(state).toBe("intact");
      expect(fields).toMatchObject(typed);
    }
  });

  it("is changed, marked, moved and deleted, and the other device sees it", async () => {
    const { client } = ann;
    const phone = (await ann.device("phone")).client;
    const vault = await client.vault.createVault({ name: "Work", description: "" });
    const { id } = await client.vault.create({ draft: aLogin({ title: "Payroll" }) });
    const base = await client.vault.open({ id });
    await client.vault.update({ base, draft: aLogin({ title: "Payroll", password: "n3w-Pass!word" }) });
    await client.vault.setFavourite({ id, favourite: true });
    await client.vault.place({ ids: [id], categoryId: vault.id });

    const seen = (await phone.vault.pull()).items.find((item) => item.id === id);
    expect(seen).toMatchObject({ favourite: true, categoryId: vault.id, revision: 2 });
    expect((await phone.vault.open({ id })).fields).toMatchObject({ password: "n3w-Pass!word", password_strength: "Very Strong" });

    await client.vault.remove({ ids: [id] });
    expect((await phone.vault.pull()).items.some((item) => item.id === id)).toBe(false);
  });

  it("is not sealed while a required field is empty (spec 2 §5)", async () => {
    await expect(ann.client.vault.create({ draft: aLogin({ password: " " }) })).rejects.toThrow("Missing required fields");
  });

  it("cannot be read, changed or deleted by a stranger, who cannot even tell that it is there", async () => {
    const { id } = await ann.client.vault.create({ draft: aLogin({ title: "Ann's own" }) });
    const answers = await Promise.all(
      [id, crypto.randomUUID()].map(async (target) => {
        const got = await eve.get(`/vault/entries/${target}`);
        const write = { baseSeq: 1, head: `1.${"A".repeat(120)}`, signature: "A".repeat(86) };
        const starred = await eve.post(`/vault/entries/${target}/favourite`, write);
        return [got, starred].map(({ status, body }) => ({ status, body }));
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.every(({ status }) => status === 404)).toBe(true);
    expect((await eve.client.vault.pull()).items).toEqual([]);
  });
});

describe("a vault", () => {
  it("leaves its items unassigned, or deletes them too, as asked", async () => {
    const { client } = ann;
    const inside = async (name: string) => {
      const vault = await client.vault.createVault({ name, description: "", color: "#112233" });
      const item = await client.vault.create({ draft: { ...aLogin({ title: `In ${name}` }), categoryId: vault.id } });
      return { vault, item };
    };
    const [kept, gone] = [await inside("Kept"), await inside("Gone")];
    await client.vault.removeVault({ id: kept.vault.id, deleteItems: false });
    await client.vault.removeVault({ id: gone.vault.id, deleteItems: true });
    const phone = (await ann.device("phone")).client;
    for (const device of [client, phone]) {
      const { items, vaults } = await device.vault.pull();
      expect(items.find(({ id }) => id === kept.item.id)?.categoryId).toBeNull();
      expect(items.some(({ id }) => id === gone.item.id)).toBe(false);
      expect(vaults.some(({ id }) => [kept.vault.id, gone.vault.id].includes(id))).toBe(false);
    }
  });
});

describe("an item of a vanished vault", () => {
  it("is unassigned wherever it is shown, without the server being asked again", async () => {
    const { vault } = ann.client;
    const gone = await vault.createVault({ name: "Vanishing", description: "" });
    const { id } = await vault.create({ draft: { ...aLogin({ title: "Left behind" }), categoryId: gone.id } });
    world.refuseWhen((url) => url.includes("all-items-data"));
    await vault.removeVault({ id: gone.id, deleteItems: false });
    world.refuseWhen(() => false);
    expect(vault.contents()?.items.find((item) => item.id === id)?.categoryId).toBeNull();
    const base = await vault.open({ id });
    expect(base.categoryId).toBeNull();
    expect((await vault.openMany({ ids: [id] }))[0]?.categoryId).toBeNull();
    expect((await vault.update({ base, draft: aLogin({ ...base.fields, notes: "moved out" }) })).item.categoryId).toBeNull();
    await vault.tag({ ids: [id], add: ["kept"] });
    expect((await vault.pull()).items.find((item) => item.id === id)?.categoryId).toBeNull();
  });
});

describe("a draft", () => {
  it("survives the end of the session and is there after signing in again, for no one else", async () => {
    const device = await ann.device("desk");
    await device.client.drafts.keep({ place: "password:new", value: { title: "Half typed" } });
    await world.endSessionsOf(ann);
    await expect(device.client.vault.pull()).rejects.toMatchObject({ code: "session_expired" });
    expect(device.client.session).toBeNull();

    await device.client.account.login({ email: eve.email, password: eve.password });
    expect(await device.client.drafts.find({ place: "password:new" })).toBeNull();
    await device.client.account.logout();
    await device.client.account.login({ email: ann.email, password: ann.password });
    expect(await device.client.drafts.find({ place: "password:new" })).toEqual({ title: "Half typed" });
    await device.client.drafts.discard({ place: "password:new" });
    expect(await device.client.drafts.find({ place: "password:new" })).toBeNull();
  });
});
