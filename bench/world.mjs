/** The built server on the embedded PostgreSQL and built clients, all in this process. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildApp } from "../apps/server/dist/app.js";
import { loadConfig } from "../apps/server/dist/config.js";
import { openDatabase } from "../apps/server/dist/db/connect.js";
import { migrateDatabase } from "../apps/server/dist/db/migrate.js";
import { actAs, OWNER } from "../apps/server/dist/db/row-level-security.js";
import { silentLog } from "../apps/server/dist/log.js";
import { memoryKeyStore, memoryRecordStore, openClient } from "../packages/client/dist/index.js";
import { blankDraft } from "../packages/core/dist/items/item.js";
import { candidates } from "./sample-items.mjs";

/** Holds no part of an address of these measures: such a one is refused. */
export const PASSWORD = "Correct-Horse-Gauge-1!";

export async function startWorld() {
  const dataDir = mkdtempSync(join(tmpdir(), "coffer-bench-"));
  const config = { ...loadConfig({ DATA_DIR: dataDir }), port: 0 };
  const database = await openDatabase(config, silentLog);
  await migrateDatabase(database.pool);
  const app = await buildApp({ db: database.db, config, log: silentLog });
  const origin = (await app.listen({ host: "127.0.0.1", port: 0 })).replace("127.0.0.1", "localhost");
  const others = [];
  /** Another built page, from the same server with the same headers. @returns its address */
  const serve = async (webDir) => {
    const other = await buildApp({ db: database.db, config, log: silentLog, webDir: resolve(webDir), isDelivering: false });
    others.push(other);
    return (await other.listen({ host: "127.0.0.1", port: 0 })).replace("127.0.0.1", "localhost");
  };
  let closed = null;
  const close = () => (closed ??= Promise.all([...others, app].map((one) => one.close())).then(() => database.close()));
  const stop = async () => {
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  // Not bound by row-level security.
  const query = (text, values) => actAs(OWNER, () => database.pool.query(text, values));
  return { origin, dataDir, pool: { query }, serve, close, stop };
}

/** A device with nothing on it yet; `reload` is the same one after a page load, `emptied` without the records that it kept. */
function newDevice(origin) {
  const [keys, records] = [memoryKeyStore(), memoryRecordStore()];
  const estimateStrength = async () => null; // its lists take a second
  const open = (kept = records) => openClient({ origin, keys, records: kept, device: "bench", estimateStrength });
  return { client: open(), reload: () => open(), emptied: () => open(memoryRecordStore()) };
}

/** @returns a way to sign in with an account that was made just now */
async function makeAccount({ origin, pool }, { email, password, roleId }) {
  const token = randomBytes(24).toString("base64url");
  const hash = createHash("sha256").update(token).digest("hex");
  const times = "now(), now() + interval '1 day'";
  await pool.query(`insert into invitation (id, token_hash, role_id, created_at, expires_at) values ($1, $2, $3, ${times})`, [
    randomUUID(),
    hash,
    roleId,
  ]);
  const { client } = newDevice(origin);
  await client.account.register({ token, email, password, hint: null });
  return async () => {
    // Rate limits are not what is measured.
    await pool.query("delete from rate_limit");
    const device = newDevice(origin);
    await device.client.account.login({ email, password });
    return device;
  };
}

/** An account with the first role. @returns the account's id and public key */
export async function newAdministrator(world, email, password) {
  await makeAccount(world, { email, password, roleId: 1 });
  const text = "select a.id, i.public_key from account a join identity i on i.account_id = a.id where a.email = $1";
  const [{ id, public_key }] = (await world.pool.query(text, [email])).rows;
  await world.pool.query("delete from rate_limit");
  return { accountId: id, publicKey: public_key };
}

/** An administrator of the server, signed in. */
export async function newAdministratorDevice(world, email) {
  return (await makeAccount(world, { email, password: PASSWORD, roleId: 1 }))();
}

/** An account that holds `count` items. @returns its first device, a way to sign in on another, and what a person types to sign in. */
export async function newAccount(world, count, name = `bench-${count}`) {
  const typed = { email: `${name}@example.com`, password: PASSWORD };
  const signIn = await makeAccount(world, { ...typed, roleId: 3 });
  const device = await signIn();
  await device.client.vault.pull();
  await device.client.transfer.run({ sourceId: "coffer", fileText: "{}", candidates: candidates(count), onProgress: () => undefined });
  return { device, signIn, ...typed };
}

/** The `authorization` header of a session, read from one of its requests. */
export async function sessionOf(signIn) {
  const { fetch } = globalThis;
  let token = "";
  globalThis.fetch = (url, options) => {
    token = options?.headers?.authorization ?? token;
    return fetch(url, options);
  };
  try {
    const { client } = await signIn();
    await client.vault.pull();
  } finally {
    globalThis.fetch = fetch;
  }
  return token;
}

/** @returns a function that saves one login of that vault again; its argument is written into the notes */
export async function editsIn(client, categoryId) {
  const found = (await client.vault.pull()).items.find((item) => item.kind === "password" && item.categoryId === categoryId);
  let base = await client.vault.open({ id: found.id });
  return async (run) => {
    const draft = { ...blankDraft("password"), categoryId, fields: { ...base.fields, notes: `edit ${run}` } };
    base = (await client.vault.update({ base, draft })).item;
  };
}
