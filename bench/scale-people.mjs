/** People of `bench -- scale`: real clients over the counted line, each with an address of its own. Their keys cost nothing to derive: what is sent has the same length. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { memoryKeyStore, memoryRecordStore, openClient } from "../packages/client/dist/index.js";
import { blankDraft } from "../packages/core/dist/items/item.js";
import { runArgon2By } from "../packages/crypto/dist/index.js";
import { candidates } from "./sample-items.mjs";
import { PASSWORD } from "./world.mjs";

/** What the server does for a sign-in stays real. */
export function cheapKeys() {
  runArgon2By(async ({ password, salt }) => Uint8Array.from(createHash("sha256").update(password).update(salt).digest()));
}

const INVITE =
  "insert into invitation (id, token_hash, role_id, created_at, expires_at) values ($1, $2, $3, now(), now() + interval '1 day')";

/** @param calls - gets the count of calls @param sql - as the owner of everything */
export function peopleOf({ origin, calls, sql }) {
  let devices = 0;
  const newDevice = () => {
    const at = devices++;
    const address = `10.${20 + Math.floor(at / 62_500)}.${Math.floor(at / 250) % 250}.${1 + (at % 250)}`;
    const [keys, records] = [memoryKeyStore(), memoryRecordStore()];
    let token = "";
    const asIts = (url, options) => {
      token = options.headers.authorization ?? token;
      calls.count += 1;
      return fetch(url, { ...options, headers: { ...options.headers, "x-forwarded-for": address } });
    };
    const open = (kept = records) =>
      openClient({ origin, keys, records: kept, fetch: asIts, device: "scale", estimateStrength: async () => null });
    return { client: open(), reload: (kept) => open(kept), token: () => token };
  };
  /** Limits are not what is measured. */
  const forgetLimits = () => sql("delete from rate_limit");

  async function invited(count, roleId = 3) {
    const made = Array.from({ length: count }, () => randomBytes(24).toString("base64url"));
    for (const token of made) await sql(INVITE, [randomUUID(), createHash("sha256").update(token).digest("hex"), roleId]);
    return made;
  }

  const register = (email, token) => newDevice().client.account.register({ token, email, password: PASSWORD, hint: null });
  async function signIn(email, device = newDevice()) {
    await device.client.account.login({ email, password: PASSWORD });
    return device;
  }

  /** @returns a device of a new account with so many items */
  async function person(email, items, roleId = 3) {
    await register(email, (await invited(1, roleId))[0]);
    const device = await signIn(email);
    await device.client.vault.pull();
    const all = candidates(items);
    if (items > 0) await device.client.transfer.run({ sourceId: "coffer", fileText: "{}", candidates: all, onProgress: () => undefined });
    return { email, ...device };
  }
  return { origin, newDevice, invited, register, signIn, person, forgetLimits };
}

const login = (title, notes) => ({
  ...blankDraft("password"),
  fields: {
    ...blankDraft("password").fields,
    ...{ title, notes, username: "ann@scale.example", website_url: "https://www.scale.example/login", password: "x".repeat(20) },
  },
});

export const save = ({ client }, name) => client.vault.create({ draft: login(name, "") });

/** @returns a function that edits one login again and again */
export async function editorOf(device) {
  let base = await save(device, "edited");
  return async (notes) => {
    base = (await device.client.vault.update({ base, draft: login("edited", notes) })).item;
  };
}
