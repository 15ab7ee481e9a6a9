/** Accounts of people, and devices with the real client. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import { join } from "node:path";
import { memoryKeyStore, memoryRecordStore, openClient } from "../../packages/client/dist/index.js";
import { ROOT } from "../ensure.mjs";

const { Client } = createRequire(join(ROOT, "apps/server/package.json"))("pg");
const PASSWORD = "Correct-Horse-Cluster-1!";
const INVITE =
  "insert into invitation (id, token_hash, role_id, created_at, expires_at) values ($1, $2, 3, now(), now() + interval '1 day')";

const newDevice = (origin) =>
  openClient({ origin, keys: memoryKeyStore(), records: memoryRecordStore(), device: "cluster", estimateStrength: async () => null });

/** @param url - of the database, as the owner of the tables @returns the names of new accounts */
export async function makeAccounts(origin, url, count) {
  const database = new Client({ connectionString: url });
  await database.connect();
  await database.query("set coffer.account = 'system'");
  const emails = Array.from({ length: count }, (_, at) => `person${at + 1}@example.com`);
  for (const email of emails) {
    const token = randomBytes(24).toString("base64url");
    await database.query(INVITE, [randomUUID(), createHash("sha256").update(token).digest("hex")]);
    await newDevice(origin).account.register({ token, email, password: PASSWORD, hint: null });
  }
  await database.end();
  return emails;
}

/** @returns a device with nothing on it but what the server gave it */
export async function signIn(origin, email) {
  const device = newDevice(origin);
  await device.account.login({ email, password: PASSWORD });
  await device.vault.pull();
  return device;
}
