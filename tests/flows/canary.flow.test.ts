/** Nothing that a person keeps leaves the client, in any encoding: not in a call, not on the server's disk, not in its log, not on the device (attacks, oracle O1). */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { kitSlot } from "../../packages/client/src/account/sealed-kit.ts";
import type { ImportSession } from "../../packages/client/src/index.ts";
import { KIND_NAMES } from "../../packages/core/src/items/kinds.ts";
import { writeAddresses, writeTags } from "../../packages/core/src/items/structured-fields.ts";
import { readImport } from "../../packages/core/src/transfer/import.ts";
import { addAuthenticator } from "./authenticator.ts";
import { oneOfEachKind } from "./sample-items.ts";
import { cutEmpty } from "./server.ts";
import { type Device, type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
beforeAll(async () => {
  world = await startWorld({ hasOwnDatabase: true });
  ann = await world.person("ann");
});
afterAll(() => world.stop());

/** Everything on the server's disk is searched for everything, in every disguise. */
const LONG_MS = 120_000;

/** What must not leave, by what it is. */
const markers = new Map<string, Buffer>();
const remember = (about: string, secret: string | Uint8Array): void => void markers.set(about, Buffer.from(secret));

/** A text that occurs nowhere by chance, remembered. */
function marker(about: string): string {
  const text = `Kanarie-${about}-${Math.random().toString(36).slice(2, 12)}`;
  remember(text, text);
  return text;
}

/** A host that occurs nowhere by chance. */
function hostMarker(about: string): string {
  const host = `${marker(about).toLowerCase()}.example`;
  remember(host, host);
  return host;
}

/** What is kept where a field's content has a form of its own. */
const SHAPED: Readonly<Record<string, () => string>> = {
  website_url: () => `https://${hostMarker("host")}/login`,
  more_urls: () => writeAddresses([{ url: `https://${hostMarker("more")}`, match: "host" }]),
  tags: () => writeTags([marker("tag")]),
};

/** A master password, remembered. */
function password(about: string): string {
  const text = `Kanarie-${about}-${Math.random().toString(36).slice(2, 12)}-A1!`;
  remember(text, text);
  return text;
}

/** A recovery key as it is shown, and without its dashes. */
function rememberRecoveryKey(about: string, recoveryKey: string): void {
  remember(about, recoveryKey);
  remember(`${about}, bare`, recoveryKey.replaceAll("-", ""));
}

/** The keys that are on a device now. */
async function rememberKeys(about: string, { keys }: Device): Promise<void> {
  for (const slot of ["encryptionKey", "symmetricKey", "vaultKey"]) {
    const key = await keys.get(slot);
    if (key) remember(`${about} ${slot}`, key);
  }
}

/** How bytes may hide: as they are, in base64 at each of its three phases, hex, URL-encoded, as a list of numbers, in UTF-16. Compared without case. */
function disguises(bytes: Buffer): string[] {
  const phases = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .slice(shift ? 4 : 0, -4),
  );
  const wide = Buffer.from(bytes.toString("latin1"), "utf16le");
  return [
    bytes.toString("latin1"),
    encodeURIComponent(bytes.toString("latin1")),
    bytes.toString("hex"),
    [...bytes].join(","),
    wide.toString("latin1"),
    wide.toString("hex"),
    createHash("sha256").update(bytes).digest("hex"),
    ...phases,
    ...phases.map((phase) => phase.replaceAll("+", "-").replaceAll("/", "_")),
  ].map((disguise) => disguise.toLowerCase());
}

/** Every disguise by its first four characters, and a table of the hashes of these: a text is read once, however many are looked for. */
function lookFor(wanted: readonly (readonly [about: string, disguise: string])[]) {
  const isBeginning = new Uint8Array(1 << 20);
  const byBeginning = new Map<string, (readonly [about: string, disguise: string])[]>();
  for (const one of wanted) {
    const beginning = one[1].slice(0, 4);
    expect(beginning, one[0]).toHaveLength(4);
    isBeginning[hashAt(beginning, 0)] = 1;
    byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), one]);
  }
  return (text: string): string[] => {
    const found = new Set<string>();
    for (let at = 0; at <= text.length - 4; at++) {
      if (isBeginning[hashAt(text, at)] !== 1) continue;
      for (const [about, disguise] of byBeginning.get(text.slice(at, at + 4)) ?? []) if (text.startsWith(disguise, at)) found.add(about);
    }
    return [...found];
  };
}

const hashAt = (text: string, at: number): number =>
  (text.charCodeAt(at) ^ (text.charCodeAt(at + 1) << 4) ^ (text.charCodeAt(at + 2) << 8) ^ (text.charCodeAt(at + 3) << 12)) & 0xfffff;

function expectClean(name: string, text: string): void {
  const find = lookFor([...markers].flatMap(([about, secret]) => disguises(secret).map((disguise) => [about, disguise] as const)));
  expect(find(text.toLowerCase()), name).toEqual([]);
}

/** As `databaseFiles` has a UUID, one character a byte. */
const bytesOfId = (id: string): string => cutEmpty(Buffer.from(id.replaceAll("-", ""), "hex").toString("latin1"));

async function expectCleanEverywhere(): Promise<void> {
  expect(world.requests.length).toBeGreaterThan(20);
  expectClean("requests", world.requests.map(({ url, headers, body }) => `${url}\n${headers}\n${body}`).join("\n"));
  expectClean("database", await world.everythingInTheDatabase());
  const files = await world.databaseFiles();
  expect(files, "what the database's files are known to hold").toContain(bytesOfId(ann.client.session?.user.id ?? ""));
  expectClean("database files", files);
  expectClean("emails", world.filedEmails());
  expectClean("log", world.log());
}

it("finds a marker in every disguise it looks for, so that a clean result means something", () => {
  const about = marker("self-test");
  for (const disguise of disguises(Buffer.from(about))) expect(() => expectClean("self-test", `xx${disguise}yy`)).toThrow();
  markers.delete(about);
});

it("keeps every field of every kind, vaults, drafts, imports and the master password inside", { timeout: LONG_MS }, async () => {
  remember("ann's master password", ann.password);
  rememberRecoveryKey("ann's recovery key", ann.recoveryKey);
  await rememberKeys("ann's", ann);
  const { client } = ann;
  const vault = await client.vault.createVault({ name: marker("vault"), description: marker("description") });
  for (const draft of oneOfEachKind((kind, field) => SHAPED[field]?.() ?? marker(`${kind}-${field}`))) {
    const item = await client.vault.create({ draft: { ...draft, categoryId: vault.id } });
    const opened = await client.vault.open({ id: item.id });
    await client.vault.update({ base: opened, draft: { ...draft, fields: { ...opened.fields, notes: marker("edited") } } });
    await client.vault.setFavourite({ id: item.id, favourite: true });
    await client.vault.markUsed({ id: item.id });
    const { now, earlier } = await client.vault.versions({ id: item.id });
    expect([now.state, ...earlier.map(({ state }) => state)]).toEqual(["intact", "intact"]);
  }
  await client.vault.updateVault({ base: vault, name: marker("renamed"), description: "" });
  await client.drafts.keep({ place: marker("place"), value: { password: marker("draft") } });
  const csv = `name,url,username,password,note\n${marker("row")},https://${marker("rowhost")}.example,${marker("user")},${marker("secret")},${marker("note")}\n`;
  const { candidates } = readImport({ sourceId: "chrome", text: csv });
  await client.transfer.run({ sourceId: "chrome", fileText: csv, candidates, onProgress: () => undefined });
  const { items } = await client.vault.pull();
  const ids = items.map(({ id }) => id);
  await client.vault.tag({ ids, add: [marker("tagged")] });
  await client.vault.place({ ids, categoryId: null });
  await client.vault.findForPage({ page: `https://${hostMarker("page")}/login` });
  await client.vault.findLookAlike({ page: `https://${hostMarker("page")}/login` });
  await client.vault.remove({ ids });
  await client.vault.restore({ ids: ids.slice(2) });
  await client.drafts.keep({
    place: marker("receipt place"),
    value: { fileKey: marker("file"), errors: [{ line: 2, message: marker("line") }] },
  });
  await client.account.prove(ann);
  await client.vault.purge({ ids: ids.slice(0, 1) });
  const other = `name,url,username,password,note\n${marker("row 2")},https://${hostMarker("row 2")},${marker("user 2")},${marker("secret 2")},\n`;
  let session: ImportSession | null = null;
  await client.transfer.run({
    ...{
      sourceId: "chrome",
      fileText: other,
      candidates: readImport({ sourceId: "chrome", text: other }).candidates,
      onProgress: () => undefined,
    },
    onBegin: async (began) => {
      session = began;
    },
  });
  if (session) await client.transfer.undo(session);
  expect(markers.size).toBeGreaterThan(KIND_NAMES.length * 5);

  await expectCleanEverywhere();
  expectClean("records on the device", await ann.everythingInRecords());
  expectClean(
    "the recovery key that is not put away",
    Buffer.from((await ann.keys.get(await kitSlot(ann.client.session?.user.id ?? ""))) ?? []).toString("latin1"),
  );
  expect(await client.account.unsavedKit()).toMatchObject({ recoveryKey: ann.recoveryKey });
});

it("keeps passwords, recovery keys and account keys inside through every change of an account", { timeout: LONG_MS }, async () => {
  const { client } = ann;
  const settle = async (about: string): Promise<void> => rememberKeys(about, ann);
  const second = password("second");
  await client.account.changePassword({ current: ann.password, next: second, hint: null });
  await settle("after a password change");
  const email = "ann.elsewhere@example.com";
  await client.account.requestEmailChange({ password: second, email });
  await client.account.changeEmail({ password: second, email, code: await world.mail.codeFor(email) });
  await settle("after an e-mail change");
  const renewed = await client.account.renewRecoveryKey({ password: second });
  rememberRecoveryKey("renewed recovery key", renewed.recoveryKey);

  const work = "ann.work@example.com";
  await client.account.sendProfileCode({ email: work });
  await client.account.verifyProfileCode({ email: work, code: await world.mail.codeFor(work) });
  const profile = await client.account.createProfile({ email: work, password: password("profile"), hint: null });
  rememberRecoveryKey("profile's recovery key", profile.recoveryKey);
  const { user_id: id } = (await client.account.profiles()).find((one) => one.email === work) ?? { user_id: "" };
  await client.account.switchProfile({ id });
  await settle("profile's");
  await client.account.logout();

  await client.account.login({ email, password: second });
  const app = await addAuthenticator(world, client);
  await client.account.lock();
  await client.account.unlock({ password: second });
  await client.account.logout();
  await client.account.forgotPassword({ email });
  await client.account.verifyRecovery({ email, code: await world.mail.codeFor(email), mfaCode: app.code() });
  const third = password("third");
  const form = { email, password: third, recoveryKey: renewed.recoveryKey, discard: false, onProgress: () => undefined };
  rememberRecoveryKey("recovery key after the reset", (await client.account.resetPassword(form)).recoveryKey);
  const outcome = await client.account.login({ email, password: third });
  await client.account.verifyCode({ tempToken: outcome.step === "code" ? outcome.tempToken : "", code: app.code() });
  await settle("after the reset");
  await client.vault.pull();

  await expectCleanEverywhere();
  expectClean("records on the device", await ann.everythingInRecords());
});

it("keeps what the server must read to itself: hints, second factors and emails are encrypted where they lie", async () => {
  const hint = `Hint-${Math.random().toString(36).slice(2)}`;
  const bob = await world.person("bob");
  await bob.client.account.changePassword({ current: bob.password, next: password("another"), hint });
  await bob.client.account.sendHint({ email: bob.email });
  const { secret, recoveryCodes } = await addAuthenticator(world, bob.client);
  expect((await world.mail.emailsTo(bob.email)).some(({ text }) => text.includes(hint))).toBe(true);

  const places = { database: await world.everythingInTheDatabase(), "database files": await world.databaseFiles(), log: world.log() };
  const bare = recoveryCodes.map((code) => code.replace("-", ""));
  const readable = Object.entries({ hint: [hint], secret: [secret], codes: [...recoveryCodes, ...bare] }).flatMap(([about, texts]) =>
    Object.entries(places).flatMap(([place, all]) =>
      texts.some((text) => all.toLowerCase().includes(text.toLowerCase())) ? [`${about} in the ${place}`] : [],
    ),
  );
  expect(readable).toEqual([]);
});
