/** Stored data: on a device that was open, and in the server's tables and folder. */
import { expect } from "vitest";
import { kitSlot } from "../../../packages/client/src/account/sealed-kit.ts";
import { readToken } from "../../../packages/client/src/account/session-token.ts";
import { type Client, memoryKeyStore } from "../../../packages/client/src/index.ts";
import { openSlots, readSlots } from "../../../packages/client/src/key-slots.ts";
import { firstOverviewsPlace, SHORT } from "../../../packages/client/src/vault/first-overviews.ts";
import { addAuthenticator } from "../../flows/authenticator.ts";
import { aLogin, manyLogins } from "../../flows/sample-items.ts";
import type { Device } from "../../flows/world.ts";
import { disguises, refused, type Stage } from "../evil-server.ts";
import { forgeOf } from "../forge.ts";
import type { Row } from "../row.ts";
import { PULL, type Snapshot } from "./pull.ts";

const KEPT = ["auth", "localHalf", "encryptionKey", "symmetricKey", "vaultKey"];
const MADE = "Made in the attack";

/** Everything that a device stores, by its name there. */
async function copyOf({ keys }: Device): Promise<Map<string, Uint8Array>> {
  const found = await Promise.all(KEPT.map(async (slot) => [slot, await keys.get(slot)] as const));
  return new Map(found.flatMap(([slot, bytes]) => (bytes ? [[slot, Uint8Array.from(bytes)] as const] : [])));
}

/** A thief's machine with that copy. */
async function startOn({ world }: Stage, copy: ReadonlyMap<string, Uint8Array>): Promise<Client> {
  const keys = memoryKeyStore();
  for (const [slot, bytes] of copy) await keys.set(slot, bytes);
  const client = world.openOn(keys);
  await client.account.resume();
  return client;
}

const stolenAnd = (does: string, act: (device: Device, stage: Stage) => Promise<unknown>): Row => ({
  attack: "44, 47, S2",
  does: `a thief copies the disk of an open device; then ${does}`,
  answer: "the copy opens nothing",
  onlyReads: true,
  run: async (stage) => {
    const device = await stage.ann.device("stolen");
    await device.client.vault.pull();
    const copy = await copyOf(device);
    await act(device, stage);
    const thief = await startOn(stage, copy);
    expect([thief.session === null || thief.isLocked, thief.vault.contents()]).toEqual([true, null]);
    await expect(thief.vault.pull()).rejects.toThrow();
    const bare = await startOn(stage, new Map([...copy].filter(([slot]) => slot !== "localHalf")));
    expect(bare.session === null || bare.isLocked).toBe(true);
  },
});

async function revokeElsewhere({ client }: Device, { ann }: Stage): Promise<void> {
  const own = (await client.account.sessions()).find(({ isCurrent }) => isCurrent);
  await ann.client.account.prove(ann);
  await ann.client.account.revokeSession({ id: own?.id ?? "" });
}

export const AT_REST: readonly Row[] = [
  stolenAnd("it is locked", ({ client }) => client.account.lock()),
  stolenAnd("it is signed out", ({ client }) => client.account.logout()),
  stolenAnd("it is signed out from another device", revokeElsewhere),
  stolenAnd("it rests for two hours", async ({ client }, { world }) => {
    await client.account.lockSettings.write({ ...(await client.account.lockSettings.read()), after: 5 });
    world.passMinutes(120);
  }),
  {
    attack: "44, 47",
    does: "a thief copies the disk of an open device, stores a half of their own, and calls with its token once it is locked",
    answer: "the server takes no half from who shows no keys, and answers a locked session nothing but what an unlock needs",
    onlyReads: true,
    run: async ({ ann, world }) => {
      const device = await ann.device("locked");
      const { token } = JSON.parse(Buffer.from((await device.keys.get("auth")) ?? "").toString()) as { token: string };
      const calls = ["/vault/all-items-data", "/users/sessions", "/share/items/all-titles", "/categories"];
      const codesOf = async () =>
        Promise.all(calls.map(async (path) => ((await world.callWith(token, path)).body as { code?: string }).code));
      expect(await codesOf()).not.toContain("fresh_proof_needed");
      await world.callWith(token, "/users/session-half", "PUT", { half: "00".repeat(32), restMinutes: null });
      await device.client.account.lock();
      expect(await codesOf()).toEqual(calls.map(() => "fresh_proof_needed"));
      await device.client.account.unlock(ann);
      await device.client.vault.pull();
      expect(await codesOf()).not.toContain("fresh_proof_needed");
    },
  },
  {
    attack: "44, S2",
    does: "a thief copies the disk of a locked device whose owner has not saved the recovery key; then Eve signs in on it",
    answer: "the copy opens nothing, Eve sees no key but her own, and once the key is saved nothing is left",
    run: async (stage) => {
      const { ann, eve, world } = stage;
      const { client, keys, recoveryKey } = ann;
      const slot = await kitSlot(client.session?.user.id ?? "");
      const kept = async () => Buffer.from((await keys.get(slot)) ?? []).toString();
      expect(await kept()).toMatch(/^1\.[\w-]{100,}$/);
      for (const text of [recoveryKey, recoveryKey.replaceAll("-", ""), ann.email])
        for (const disguise of disguises(text)) expect((await kept()).toLowerCase()).not.toContain(disguise.toLowerCase());
      await client.account.lock();
      await expect(client.account.unsavedKit()).rejects.toThrow();
      await client.account.logout();
      const own = world.openOn(keys);
      await own.account.login(eve);
      expect((await own.account.unsavedKit())?.recoveryKey).not.toBe(recoveryKey);
      await own.account.logout();
      await client.account.login(ann);
      expect(await client.account.unsavedKit()).toEqual({ email: ann.email, recoveryKey });
      await client.account.kitSaved(ann);
      expect([await kept(), await client.account.unsavedKit()]).toEqual(["", null]);
      await client.vault.pull();
    },
  },
  {
    attack: "44, 36",
    does: "a thief reads every byte that a device stores, while open and after a lock",
    answer: "no key of the account is among them; what is left after the lock is no slot",
    onlyReads: true,
    run: async (stage) => {
      const { vaultKey, encryptionKey, accountId, keys } = await forgeOf(stage);
      const device = await stage.ann.device("read");
      const open = await copyOf(device);
      expect([...open.keys()].sort()).toEqual([...KEPT].sort());
      for (const key of [vaultKey, encryptionKey])
        for (const bytes of open.values()) expect(Buffer.from(bytes).includes(Buffer.from(key))).toBe(false);
      const { token } = JSON.parse(Buffer.from(open.get("auth") ?? "").toString()) as { token: string };
      const account = { accountId, personalScopeId: keys.scopeId, keyEpoch: keys.epoch };
      const whose = { accountId, sessionId: readToken(token).sessionId };
      expect(await openSlots(account, await readSlots(device.keys), new Uint8Array(32), whose)).toBeNull();
      await device.client.account.lock();
      expect([...(await copyOf(device)).keys()]).toEqual(["auth"]);
    },
  },
  {
    attack: "S14, 3",
    does: "accepts a wrong master password before an export",
    answer: "the client tests the password on its own keys and refuses",
    onlyReads: true,
    run: async (stage) => {
      stage.lie("/export/verify-master-password", () => ({ success: true, isValid: true }));
      const client = await stage.newDevice();
      expect(await client.account.verifyMasterPassword({ password: "Wrong-Horse-1!" })).toBe(false);
      await refused(stage, () => client.account.prove({ password: "Wrong-Horse-1!" }), { name: "ClientError" });
      expect(await client.account.verifyMasterPassword(stage.ann)).toBe(true);
    },
  },
  {
    attack: "15, S14",
    does: "a device stores what its lists showed; then the item is changed elsewhere",
    answer: "shows the newest save, never stored data of an older one",
    run: async ({ ann }) => {
      const { id } = await ann.client.vault.create({ draft: aLogin({ title: `${MADE}, first` }) });
      await new Promise((resolve) => setTimeout(resolve, 1_300)); // what lists show is stored a second later
      const phone = (await ann.device("phone")).client;
      await phone.vault.pull();
      await phone.vault.update({ base: await phone.vault.open({ id }), draft: aLogin({ title: `${MADE}, second` }) });
      const reloaded = ann.reload();
      await reloaded.account.resume();
      const { items } = await reloaded.vault.pull();
      expect(items.find((item) => item.id === id)?.fields.title).toBe(`${MADE}, second`);
    },
  },
  {
    attack: "15, S14",
    does: "puts the lists of an earlier time back on the disk, as this device had sealed them",
    answer: "no row is shown before the records were read, and the deleted item never",
    run: async ({ ann }) => {
      const kept = () => new Promise((resolve) => setTimeout(resolve, 1_300)); // what lists show is stored a second later
      const scopeId = ann.client.session?.personalVaultId ?? "";
      const candidates = manyLogins(SHORT, MADE);
      await ann.client.transfer.run({ sourceId: "coffer", fileText: "{}", candidates, onProgress: () => undefined });
      const { id } = await ann.client.vault.create({ draft: aLogin({ title: `${MADE}, gone` }) });
      await kept();
      const places = [scopeId, firstOverviewsPlace(scopeId)];
      const earlier = await Promise.all(places.map((place) => ann.records.readOverviews(place)));
      expect(earlier.map(({ length }) => length > 0)).toEqual([true, true]);
      await ann.client.vault.remove({ ids: [id] });
      await kept();
      for (const [at, place] of places.entries()) await ann.records.writeOverviews(place, earlier[at] ?? []);
      const reloaded = ann.reload();
      await reloaded.account.resume();
      expect(await reloaded.vault.beginning()).toBeNull();
      expect(await reloaded.vault.atOnce()).toBeNull();
      expect((await reloaded.vault.local())?.items.map((item) => item.id)).not.toContain(id);
    },
  },
  {
    attack: "37, 36",
    does: "a thief takes all tables, the data folder and the log of the server",
    answer: "no secret is in them in any encoding; of the password there is only an Argon2id hash",
    onlyReads: true,
    run: async ({ world, ann, secrets }) => {
      const taken = `${await world.everythingInTheDatabase()}\n${await world.databaseFiles()}\n${world.log()}`.toLowerCase();
      const found = [...secrets, ann.password].filter((text) => disguises(text).some((one) => taken.includes(one.toLowerCase())));
      expect(found).toEqual([]);
      const rows = await world.sql<{ auth_hash: string }>("select auth_hash from account");
      for (const { auth_hash } of rows) expect(auth_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    },
  },
  {
    attack: "49",
    does: "an attacker reads Ann's mailbox and asks to recover her account, which has a second factor",
    answer: "without its code there is no token, no recovery copy and no reset",
    run: async ({ world, ann }) => {
      const app = await addAuthenticator(world, ann.client);
      const { client } = await world.stranger();
      const { email } = ann;
      await client.account.forgotPassword({ email });
      const code = await world.mail.codeFor(email);
      const reply = await ann.post("/users/verify-recovery", { email, token: code });
      expect(reply.body).toEqual({ success: true, requiresMfa: true });
      expect(await client.account.verifyRecovery({ email, code })).toEqual({ step: "mfa" });
      await expect(client.account.verifyRecovery({ email, code, mfaCode: app.wrong() })).rejects.toMatchObject({
        code: "invalid_mfa_code",
      });
      const next = { email, password: "Thief-Horse-9!", recoveryKey: ann.recoveryKey, discard: false, onProgress: () => undefined };
      await expect(client.account.resetPassword(next)).rejects.toThrow();
      await expect(client.account.resetPassword({ ...next, recoveryKey: null, discard: true })).rejects.toThrow();
      expect(await client.account.verifyRecovery({ email, code, mfaCode: app.code() })).toEqual({ step: "reset" });
    },
  },
  {
    attack: "49, R24",
    does: "stops asking for the second factor that Ann has set up",
    answer: "a new device that was not asked reads, and writes nothing until she has answered",
    run: async (stage) => {
      const { world, ann } = stage;
      await addAuthenticator(world, ann.client);
      await ann.client.vault.pull();
      await ann.client.vault.create({ draft: aLogin({ title: MADE }) });
      await world.dropSecondFactor(ann);
      const client = await stage.newDevice();
      await client.vault.pull();
      await refused(stage, () => client.vault.create({ draft: aLogin({ title: MADE }) }), {});
    },
  },
  {
    attack: "8, 11, 40, 41",
    does: "watches the requests while lists are read, searched and opened",
    answer: "no request contains anything of an item, and none goes to another host",
    onlyReads: true,
    run: async (stage) => {
      const client = await stage.newDevice();
      const { items } = await client.vault.pull();
      for (const { id } of items) await client.vault.open({ id });
      await client.vault.findForPage({ page: "https://bank.example" });
      for (const { url } of stage.sent) expect(url.startsWith(stage.world.origin)).toBe(true);
    },
  },
  {
    attack: "25, R1",
    does: "answers the pull with switches, formats and a key for new vaults",
    answer: "what is written afterwards has the one format, and no key leaves the client",
    run: async (stage) => {
      const key = stage.adversaryKey();
      const more = { format: 0, features: { itemKeys: false }, recoveryGroupKey: Buffer.from(key).toString("base64url") };
      stage.lie(PULL, (snapshot: Snapshot) => ({ ...snapshot, ...more }));
      const { client } = stage.ann;
      const before = stage.world.requests.length;
      await client.vault.pull().catch(() => undefined);
      stage.honest();
      await client.vault.pull();
      await client.vault.createVault({ name: MADE, description: "" });
      const bodies = stage.world.requests.slice(before).map(({ body }) => body);
      for (const body of bodies.filter((text) => text.includes('"seal"')))
        expect(body.match(/"2\.AQE[QR]AAAAA/g)?.length ?? 0).toBeGreaterThan(1);
      expect(bodies.join()).not.toMatch(/recoveryGroup|itemKeys/);
    },
  },
];
