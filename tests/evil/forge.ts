/** What only a device of Ann's could make, and texts that two keys open: for lies that a server alone could not tell. */
import { createCipheriv } from "node:crypto";
import { openOwnSigner, unwrapVaultKey } from "../../packages/client/src/account/credentials.ts";
import { type ScopeKeys, scopeKeys } from "../../packages/client/src/keyring.ts";
import { headMessage } from "../../packages/contract/src/head-message.ts";
import {
  deriveCredentials,
  deriveSymmetricKey,
  fromHex,
  generateIdentity,
  openSigner,
  type SecretKey,
  type Signer,
} from "../../packages/crypto/src/index.ts";
import { hkdf, sha256 } from "../../packages/crypto/src/primitives.ts";
import type { Stage } from "./evil-server.ts";

/** What the honest server answers a sign-in with. */
export type LoginData = Record<string, unknown> & { readonly user: Record<string, unknown> };

/** By server, since files of tests share their modules, and then by address. */
const asked = new WeakMap<Stage["world"], Map<string, LoginData>>();

/** Asked for once: in a row that changes keys, ask before. */
export async function loginData(stage: Stage, { email, password }: { email: string; password: string }): Promise<LoginData> {
  const here = asked.get(stage.world) ?? new Map<string, LoginData>();
  asked.set(stage.world, here);
  const data = here.get(email) ?? (await askLoginData(stage, { email, password }));
  here.set(email, data);
  return data;
}

/** From a separate session. */
export async function askLoginData(
  { world, lie, honest }: Stage,
  { email, password }: { email: string; password: string },
): Promise<LoginData> {
  let seen: LoginData | undefined;
  lie("/users/login", ({ data }: { data: LoginData }) => {
    seen = structuredClone(data);
  });
  const { client } = await world.stranger();
  await client.account.login({ email, password });
  honest();
  if (!seen) throw new Error("No one signed in");
  return seen;
}

export interface Forge {
  readonly data: LoginData;
  readonly accountId: string;
  readonly effSalt: Uint8Array;
  readonly encryptionKey: SecretKey;
  readonly vaultKey: SecretKey;
  /** Of her personal scope; signs as another person. */
  readonly keys: ScopeKeys;
}

/** Ann's own keys, from her master password. */
export async function forgeOf(stage: Stage): Promise<Forge> {
  const { ann, world } = stage;
  const data = await loginData(stage, ann);
  const [row] = await world.sql<{ id: string; salt: string; cred_epoch: number; key_epoch: number }>(
    "select id, salt, cred_epoch, key_epoch from account where email = $1",
    [ann.email],
  );
  if (!row) throw new Error("Ann has no account");
  const typed = { password: ann.password, email: ann.email, salt: fromHex(row.salt), kdfId: 1 };
  const { encryptionKey, effSalt } = await deriveCredentials(typed);
  const binding = { accountId: row.id, effSalt, credEpoch: row.cred_epoch };
  const vaultKey = await unwrapVaultKey(encryptionKey, String(data.encryptedVaultKey), binding);
  const signer = await openSigner((await generateIdentity()).secret);
  const keys = await scopeKeys({ key: vaultKey, scopeId: String(data.personal_vault_id), epoch: row.key_epoch, signer });
  return { data, accountId: row.id, effSalt, encryptionKey, vaultKey, keys };
}

/** Noise after the newest head, signed by Ann's own identity: as if her unlocked device were the thief's. */
export async function signedByAnn(stage: Stage): Promise<{ baseSeq: number; head: string; signature: string }> {
  const { data, accountId, vaultKey, keys } = await forgeOf(stage);
  const own = { accountId, keyEpoch: keys.epoch, symmetricKey: await deriveSymmetricKey(vaultKey, accountId, keys.epoch) };
  const signer = await openOwnSigner(own, String(data.encryptedPrivateKey));
  return noiseAfter(stage, keys.scopeId, signer);
}

/** Noise where a head should be, signed by someone as the next one of a scope: all that the server can check. */
export async function noiseAfter(
  { world }: Pick<Stage, "world">,
  scopeId: string,
  signer: Signer,
): Promise<{ baseSeq: number; head: string; signature: string }> {
  const [newest] = await world.sql<{ seq: number; generation: number; head: string }>(
    "select seq::int, generation, head from head where scope_id = $1 order by seq desc limit 1",
    [scopeId],
  );
  const [{ seq: baseSeq, generation }, head] = [newest ?? { seq: 0, generation: 1 }, `1.${Buffer.alloc(150, 7).toString("base64url")}`];
  const previousHash = newest ? await sha256(Buffer.from(newest.head)) : new Uint8Array(32);
  const message = headMessage({ scopeId, generation, seq: baseSeq + 1, previousHash, hash: await sha256(Buffer.from(head)) });
  return { baseSeq, head, signature: Buffer.from(await signer.sign(message)).toString("base64url") };
}

type Block = bigint;
const R = 0xe1n << 120n;

/** In the field of GHASH: bits are read from the left. */
function times(x: Block, y: Block): Block {
  let [product, factor] = [0n, y];
  for (let bit = 127n; bit >= 0n; bit--) {
    if ((x >> bit) & 1n) product ^= factor;
    factor = factor & 1n ? (factor >> 1n) ^ R : factor >> 1n;
  }
  return product;
}

/** x to the power of 2^128 - 2. */
function inverse(x: Block): Block {
  let [result, square] = [1n << 127n, x];
  for (let bit = 1; bit < 128; bit++) {
    square = times(square, square);
    result = times(result, square);
  }
  return result;
}

const toBlock = (bytes: Uint8Array): Block => BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
const toBytes = (block: Block): Buffer => Buffer.from(block.toString(16).padStart(32, "0"), "hex");
const aes = (key: Uint8Array, block: Uint8Array): Block =>
  toBlock(createCipheriv("aes-256-ecb", key, null).setAutoPadding(false).update(block));

/** @returns ciphertext of 32 bytes and tag that AES-256-GCM opens under both keys, with twelve zeros as nonce. */
export function opensUnderBoth(one: Uint8Array, other: Uint8Array, additionalData: Uint8Array): Buffer {
  const free = Buffer.alloc(16, 7);
  const lengths = Buffer.alloc(16);
  lengths.writeBigUInt64BE(BigInt(additionalData.length * 8), 0);
  lengths.writeBigUInt64BE(256n, 8);
  const padded = Buffer.concat([additionalData, Buffer.alloc((16 - (additionalData.length % 16)) % 16)]);
  const first = Buffer.alloc(16);
  first[15] = 1;
  const tagWith = (key: Uint8Array, second: Block) => {
    const h = aes(key, Buffer.alloc(16));
    const blocks = [...Array.from({ length: padded.length / 16 }, (_, at) => toBlock(padded.subarray(16 * at, 16 * at + 16)))];
    const sum = [...blocks, toBlock(free), second, toBlock(lengths)].reduce((hash, block) => times(hash ^ block, h), 0n);
    return { tag: sum ^ aes(key, first), weight: times(h, h) };
  };
  const [a, b] = [tagWith(one, 0n), tagWith(other, 0n)];
  const second = times(a.tag ^ b.tag, inverse(a.weight ^ b.weight));
  return Buffer.concat([free, toBytes(second), toBytes(tagWith(one, second).tag)]);
}

/** The two keys that `wrap` derives from one, as wrap.ts describes them. */
export async function partsOf(key: Uint8Array, salt: Uint8Array, header: Uint8Array, bound: Uint8Array) {
  const info = Buffer.concat([Buffer.from("cf1/wrap\0"), header, await sha256(bound)]);
  const parts = await hkdf(key, salt, info, 64);
  return { encryptionKey: parts.subarray(0, 32), commitment: parts.subarray(32) };
}
