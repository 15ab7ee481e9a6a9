/** Passkeys in a login: lists know of them, their keys are opened for nothing but a copy, and no change of the login loses one. */
import { createHash, generateKeyPairSync, verify } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Client } from "../../packages/client/src/index.ts";
import { assertPasskey } from "../../packages/client/src/vault/passkeys/assert-passkey.ts";
import { readPasskeyKeys, readPasskeys, withPasskeyState } from "../../packages/core/src/items/passkeys.ts";
import { writeBackup } from "../../packages/core/src/transfer/backup.ts";
import { readImport } from "../../packages/core/src/transfer/import.ts";
import { fieldsOf, madeFor } from "./passkeys-setup.ts";
import { aLogin } from "./sample-items.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
beforeAll(async () => {
  world = await startWorld();
  ann = await world.person("ann");
});
afterAll(() => world.stop());

/** A login with one passkey and no password. */
async function loginWithPasskey(title: string) {
  const fields = fieldsOf(await madeFor("example.com"));
  const { id } = await ann.client.vault.create({ draft: aLogin({ title, password: "", ...fields }) });
  return { id, fields };
}

/** What a client has of them, the keys included. */
async function whole({ vault }: Client, id: string) {
  const { fields, state } = await vault.open({ id, withKeys: true });
  const { x_passkeys = "", x_passkey_keys = "" } = fields;
  return { state, x_passkeys, x_passkey_keys };
}
const intact = (fields: ReturnType<typeof fieldsOf>) => ({ state: "intact", ...fields });

it("lists and opened items have the passkeys and never a key", async () => {
  const { id, fields } = await loginWithPasskey("Passkey only");
  const phone = (await ann.device("phone")).client;
  const listed = (await phone.vault.pull()).items.find((item) => item.id === id);
  expect(listed?.fields.x_passkeys).toBe(fields.x_passkeys);
  const [opened] = await phone.vault.openMany({ ids: [id] });
  const shown = [listed, opened, await phone.vault.open({ id }), await ann.client.vault.open({ id })];
  for (const item of shown) expect(JSON.stringify(item)).not.toContain(readPasskeyKeys(fields.x_passkey_keys)[0]?.key.slice(0, 40));
  expect(opened).toMatchObject({ state: "intact", fields: { x_passkeys: fields.x_passkeys, password: "" } });
  expect(await whole(phone, id)).toEqual(intact(fields));
});

it("a save that says nothing of the keys keeps them, and gives none back", async () => {
  const { id, fields } = await loginWithPasskey("Edited");
  const base = await ann.client.vault.open({ id });
  const { item } = await ann.client.vault.update({ base, draft: aLogin({ ...base.fields, notes: "more" }) });
  expect(item.fields).not.toHaveProperty("x_passkey_keys");
  expect(await whole(ann.client, id)).toEqual(intact(fields));
  await ann.client.vault.tag({ ids: [id], add: ["work"] });
  await ann.client.vault.setFavourite({ id, favourite: true });
  await ann.client.vault.remove({ ids: [id] });
  await ann.client.vault.restore({ ids: [id] });
  expect(await whole(ann.client, id)).toEqual(intact(fields));
});

it("two devices that add one each at once keep both, with their keys", async () => {
  const { id, fields } = await loginWithPasskey("Both");
  const phone = (await ann.device("phone")).client;
  await phone.vault.pull();
  const [first, other, third] = [readPasskeyKeys(fields.x_passkey_keys), await madeFor("one.example"), await madeFor("two.example")];
  const add = async (client: Client, made: typeof other) => {
    const base = await client.vault.open({ id, withKeys: true });
    const [passkey] = readPasskeys(fields.x_passkeys);
    const [key] = first;
    if (!passkey || !key) throw new Error("There is none");
    return () => client.vault.update({ base, draft: aLogin({ ...base.fields, ...fieldsOf({ passkey, key }, made) }) });
  };
  const [onLaptop, onPhone] = [await add(ann.client, other), await add(phone, third)];
  await onLaptop();
  expect((await onPhone()).keptAs).toBeNull();
  await ann.client.vault.pull();
  const ids = [first[0]?.id, other.key.id, third.key.id].toSorted();
  const { x_passkeys, x_passkey_keys } = await whole(ann.client, id);
  expect(
    readPasskeys(x_passkeys)
      .map((one) => one.id)
      .toSorted(),
  ).toEqual(ids);
  expect(readPasskeyKeys(x_passkey_keys)).toEqual(expect.arrayContaining([...first, other.key, third.key]));
});

it("one that is removed here while another is added there is removed, and the other is kept", async () => {
  const { id, fields } = await loginWithPasskey("Removed");
  const [mine] = readPasskeys(fields.x_passkeys);
  const phone = (await ann.device("phone")).client;
  await phone.vault.pull();
  const base = await phone.vault.open({ id });
  const made = await madeFor("one.example");
  const now = await ann.client.vault.open({ id, withKeys: true });
  const [key] = readPasskeyKeys(fields.x_passkey_keys);
  if (!mine || !key) throw new Error("There is none");
  await ann.client.vault.update({ base: now, draft: aLogin({ ...now.fields, ...fieldsOf({ passkey: mine, key }, made) }) });
  const removed = withPasskeyState(base.fields.x_passkeys ?? "", mine.id, "removed", world.now());
  const { item, keptAs } = await phone.vault.update({ base, draft: aLogin({ ...base.fields, x_passkeys: removed }) });
  expect(keptAs).toBeNull();
  expect(readPasskeys(item.fields.x_passkeys ?? "").map(({ id: one, state }) => [one, state])).toEqual([
    [mine.id, "removed"],
    [made.passkey.id, "kept"],
  ]);
  expect(readPasskeyKeys((await whole(phone, id)).x_passkey_keys)).toHaveLength(2);
});

it("two edits of one field at once leave them as they are, and a login that is kept as a new one after it is gone has none that cannot sign", async () => {
  const { id, fields } = await loginWithPasskey("Conflict");
  const phone = (await ann.device("phone")).client;
  await phone.vault.pull();
  const base = await phone.vault.open({ id });
  const now = await ann.client.vault.open({ id });
  await ann.client.vault.update({ base: now, draft: aLogin({ ...now.fields, username: "laptop" }) });
  const { keptAs } = await phone.vault.update({ base, draft: aLogin({ ...base.fields, username: "phone" }) });
  expect(keptAs).toBeNull();
  expect(await whole(phone, id)).toEqual(intact(fields));
  const late = await phone.vault.open({ id });
  await ann.client.vault.pull();
  await ann.client.vault.remove({ ids: [id] });
  await ann.client.vault.purge({ ids: [id] });
  const gone = await phone.vault.update({ base: late, draft: aLogin({ ...late.fields, username: "late" }) });
  // Its keys went with it: a list of passkeys that cannot sign would be no help.
  expect(await whole(phone, gone.keptAs?.id ?? "")).toEqual({ state: "intact", x_passkeys: "", x_passkey_keys: "" });
});

it("moves, shares and new keys keep them; the person it is shared with has them, a stranger nothing", async () => {
  const bob = await world.person("bob");
  const { id, fields } = await loginWithPasskey("Shared");
  const vault = await ann.client.vault.createVault({ name: "Together", description: "" });
  await ann.client.vault.place({ ids: [id], categoryId: vault.id });
  await ann.client.sharing.share({ id: vault.id, email: bob.email, permission: "read", expiresAt: null });
  await bob.client.vault.pull();
  expect(await whole(bob.client, id)).toEqual(intact(fields));
  await expect(whole((await world.person("eve")).client, id)).rejects.toMatchObject({ code: "not_found" });
  await ann.client.vault.place({ ids: [id], categoryId: null });
  expect(await whole(ann.client, id)).toEqual(intact(fields));
  const [next, onProgress] = [{ password: "Another-Password-77!", hint: null }, () => undefined];
  await ann.client.account.renewAllKeys({ current: ann.password, next, onProgress });
  await ann.client.vault.pull();
  expect(await whole(ann.client, id)).toEqual(intact(fields));
});

it("a backup has them, and an import of it brings them back", async () => {
  const carol = await world.person("carol");
  const fields = fieldsOf(await madeFor("example.com"));
  await carol.client.vault.create({ draft: aLogin({ title: "Backed up", password: "", ...fields }) });
  const items = await carol.client.vault.openMany({ withKeys: true });
  const text = writeBackup({ items, vaults: [], now: 0 });
  const { candidates, errors } = readImport({ sourceId: "coffer", text });
  expect(errors).toEqual([]);
  const dave = await world.person("dave");
  await dave.client.transfer.run({ sourceId: "coffer", fileText: text, candidates, onProgress: () => undefined });
  const [item] = (await dave.client.vault.pull()).items;
  expect(await whole(dave.client, item?.id ?? "")).toEqual(intact(fields));
});

it("an import from Bitwarden brings one that signs, on another device too", async () => {
  const frank = await world.person("frank");
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const keyValue = privateKey.export({ type: "pkcs8", format: "der" }).toString("base64url");
  const credential = { credentialId: "b64.AQID", rpId: "example.com", userHandle: "AQ", userName: "frank", keyValue, counter: "0" };
  const login = { username: "frank", password: null, uris: [{ uri: "https://example.com" }], fido2Credentials: [credential] };
  const text = JSON.stringify({ encrypted: false, folders: [], items: [{ id: "1", type: 1, name: "Example", login }] });
  const { candidates, errors } = readImport({ sourceId: "bitwarden-json", text });
  expect(errors).toEqual([]);
  await frank.client.transfer.run({ sourceId: "bitwarden-json", fileText: text, candidates, onProgress: () => undefined });
  const phone = (await frank.device("phone")).client;
  const [listed] = (await phone.vault.pull()).items;
  const [passkey] = readPasskeys(listed?.fields.x_passkeys ?? "");
  const [key] = readPasskeyKeys((await whole(phone, listed?.id ?? "")).x_passkey_keys);
  if (!passkey || !key) throw new Error("There is none");
  const page = { origin: "https://example.com" };
  const answer = await assertPasskey({ page, options: { challenge: "AQID" }, isVerified: false, passkey, key });
  if ("error" in answer) throw new Error(answer.error);
  const { clientDataJSON, authenticatorData, signature } = answer.response;
  const said = createHash("sha256").update(Buffer.from(clientDataJSON, "base64url")).digest();
  const signed = Buffer.concat([Buffer.from(authenticatorData, "base64url"), said]);
  expect(verify("sha256", signed, publicKey, Buffer.from(signature, "base64url"))).toBe(true);
});

it("what was removed thirty days ago is gone with its key, and what was not stays", async () => {
  const erin = await world.person("erin");
  const [old, kept] = [await madeFor("old.example"), await madeFor("kept.example")];
  const { id } = await erin.client.vault.create({ draft: aLogin({ title: "Tidied", ...fieldsOf(old, kept) }) });
  const base = await erin.client.vault.open({ id });
  const removed = withPasskeyState(base.fields.x_passkeys ?? "", old.passkey.id, "removed", world.now());
  await erin.client.vault.update({ base, draft: aLogin({ ...base.fields, x_passkeys: removed }) });
  const idsAfter = async (hours: number) => {
    world.passTime(hours);
    const { client } = await erin.device(`after ${hours} hours`);
    await client.vault.pull();
    const { x_passkeys, x_passkey_keys } = await whole(client, id);
    return [readPasskeys(x_passkeys).map((one) => one.id), readPasskeyKeys(x_passkey_keys).map((one) => one.id)];
  };
  const both = [old.passkey.id, kept.passkey.id];
  expect(await idsAfter(29 * 24)).toEqual([both, both]);
  expect(await idsAfter(25)).toEqual([[kept.passkey.id], [kept.passkey.id]]);
});

it("a login whose only passkey went after thirty days can be edited as before, without a password", async () => {
  const gus = await world.person("gus");
  const only = await madeFor("only.example");
  const { id } = await gus.client.vault.create({ draft: aLogin({ title: "Bare", password: "", ...fieldsOf(only) }) });
  const base = await gus.client.vault.open({ id });
  const removed = withPasskeyState(base.fields.x_passkeys ?? "", only.passkey.id, "removed", world.now());
  await gus.client.vault.update({ base, draft: aLogin({ ...base.fields, x_passkeys: removed }) });
  world.passTime(31 * 24);
  const { client } = await gus.device("a month later");
  await client.vault.pull();
  const { x_passkeys, x_passkey_keys } = await whole(client, id);
  expect([readPasskeys(x_passkeys), readPasskeyKeys(x_passkey_keys)]).toEqual([[], []]);
  const after = await client.vault.open({ id });
  await client.vault.update({ base: after, draft: aLogin({ ...after.fields, title: "Renamed" }) });
  expect((await client.vault.open({ id })).fields.title).toBe("Renamed");
});
