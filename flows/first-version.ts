/** An account as the first version left it: one head, without a signature or an epoch of the credentials, that lists what is live. */
import { unwrapVaultKey } from "../packages/client/src/account/credentials.ts";
import { firstRootOf } from "../packages/client/src/sync/head-v1.ts";
import type { RecordKind } from "../packages/core/src/items/kinds.ts";
import {
  concat,
  context,
  deriveCredentials,
  deriveHeadKey,
  fromHex,
  randomBytes,
  type SecretKey,
  u8,
  u32,
  u64,
  uuidToBytes,
  wrap,
} from "../packages/crypto/src/index.ts";
import type { Person, World } from "./world.ts";

interface Account {
  readonly id: string;
  readonly salt: string;
  readonly encrypted_vault_key: string;
  readonly scope_id: string;
  readonly seq: string;
}

interface Row {
  readonly id: string;
  readonly kind: RecordKind;
  readonly revision: string;
  readonly save_id: string;
}

async function rows<T>(world: World, text: string): Promise<readonly T[]> {
  return ((await world.query(text)) as { rows: T[] }).rows;
}

/** Of an account whose keys are its first ones. */
export async function makeFirstVersion(world: World, { email, password }: Pick<Person, "email" | "password">): Promise<void> {
  const [own] = await rows<Account>(
    world,
    `select a.id, a.salt, a.encrypted_vault_key, s.id as scope_id, s.seq from account a join scope s on s.owner_id = a.id where a.email = '${email}'`,
  );
  if (!own) throw new Error("There is no such account");
  const { encryptionKey, effSalt } = await deriveCredentials({ password, email, salt: fromHex(own.salt), kdfId: 1 });
  const vaultKey = await unwrapVaultKey(encryptionKey, own.encrypted_vault_key, { accountId: own.id, effSalt, credEpoch: 1 });
  const found = await rows<Row>(
    world,
    `select id, kind, revision, save_id from record where scope_id = '${own.scope_id}' and state = 'live'`,
  );
  const live = found.map(({ id, kind, revision, save_id }) => ({ id, kind, revision: Number(revision), saveId: save_id }));
  const head = await firstHead(vaultKey, own, await firstRootOf(live), live.length);
  const id = own.scope_id;
  await world.query(`delete from head where scope_id = '${id}'`);
  await world.query(`insert into head (scope_id, seq, generation, head, created_at) values ('${id}', ${own.seq}, 0, '${head}', now())`);
  await world.query(`update scope set generation = 0 where id = '${id}'`);
}

async function firstHead(vaultKey: SecretKey, { scope_id, seq }: Account, root: string, count: number): Promise<string> {
  const place = concat(u64(Number(seq)), new Uint8Array(32), fromHex(root), u32(count), u32(1));
  const bytes = concat(place, u8(0), randomBytes(16), u64(Date.now()));
  const about = context("head", uuidToBytes(scope_id), u64(Number(seq)));
  return wrap({ key: await deriveHeadKey(vaultKey, scope_id, 1), bytes, purpose: "head", epoch: 1, context: about });
}
