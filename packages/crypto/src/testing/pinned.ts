/** Our own vectors: what this package made on the day its formats were frozen, made again and opened again. */
import { context } from "../context.ts";
import { deriveCredentials } from "../derive.ts";
import { concat, fromBase64Url, fromHex, toBase64Url, toHex, u32, utf8, uuidToBytes } from "../encoding.ts";
import { fingerprint, generateIdentity, openFrom, sealTo, sign, verify } from "../identity.ts";
import { deriveFieldKey, deriveHeadKey, deriveSymmetricKey, generateKey } from "../keys.ts";
import type { Random } from "../random.ts";
import { generateId } from "../random.ts";
import { deriveRecoveryAuth, deriveRecoveryWrap, generateRecoveryKey, parseRecoveryKey } from "../recovery-key.ts";
import { open, seal } from "../seal.ts";
import ownFile from "../vectors/own.json" with { type: "json" };
import { unwrap, wrap } from "../wrap.ts";
import type { Check } from "./published.ts";

/** Everything the vectors are made from. `random` bytes count up from a start: `start, start + 1, …` modulo 256. */
export const INPUTS = {
  password: "correct horse battery \ufb01ne st\u00e5ple",
  email: "  Ann.Example@Example.COM ",
  salt: "000102030405060708090a0b0c0d0e0f",
  accountId: "0b5e2f0a-3c1d-4e6f-8a9b-1c2d3e4f5a6b",
  scopeId: "1c6f3a1b-4d2e-4f70-9bac-2d3e4f5a6b7c",
  itemId: "2d704b2c-5e3f-4081-8cbd-3e4f5a6b7c8d",
  epoch: 3,
  text: "p\u00e4ss w\u00f6rd \u{1f511}",
  message: "what is signed",
  vaultKeyFrom: 1,
  saltFrom: 40,
  nonceFrom: 80,
  recoveryFrom: 120,
  identityFrom: 160,
  idFrom: 200,
} as const;

/** Deterministic bytes that go on counting from call to call. */
export function countingFrom(start: number): Random {
  let next = start;
  return (length) => Uint8Array.from({ length }, () => next++ % 256);
}

const contexts = () => {
  const ids = [uuidToBytes(INPUTS.scopeId), uuidToBytes(INPUTS.itemId)];
  return {
    wrap: context("vault-key", uuidToBytes(INPUTS.accountId), u32(INPUTS.epoch)),
    field: context("field", ...ids, utf8("password")),
  };
};

const bindings = () => ({
  wrap: { purpose: "vaultKey", epoch: INPUTS.epoch, context: contexts().wrap } as const,
  seal: { purpose: "field", epoch: INPUTS.epoch, context: contexts().field } as const,
  hpke: { info: concat(utf8("cf1/hpke/grant\0"), utf8("info")), aad: context("grant", utf8("aad")) },
});

async function keysOutputs() {
  const credentials = await deriveCredentials({ password: INPUTS.password, email: INPUTS.email, salt: fromHex(INPUTS.salt), kdfId: 1 });
  const vaultKey = generateKey(countingFrom(INPUTS.vaultKeyFrom));
  return {
    context: toHex(contexts().field),
    effSalt: toHex(credentials.effSalt),
    authKey: credentials.authKey,
    encryptionKey: toHex(credentials.encryptionKey),
    vaultKey: toHex(vaultKey),
    symmetricKey: toHex(await deriveSymmetricKey(vaultKey, INPUTS.accountId, INPUTS.epoch)),
    headKey: toHex(await deriveHeadKey(vaultKey, INPUTS.scopeId, INPUTS.epoch)),
    id: generateId(countingFrom(INPUTS.idFrom)),
  };
}

async function envelopeOutputs() {
  const key = generateKey(countingFrom(INPUTS.vaultKeyFrom));
  const fieldKey = await deriveFieldKey(key, INPUTS.scopeId, INPUTS.epoch);
  const recovery = generateRecoveryKey(countingFrom(INPUTS.recoveryFrom));
  return {
    wrapped: await wrap({ ...bindings().wrap, key, bytes: key, random: countingFrom(INPUTS.saltFrom) }),
    sealed: await seal({ ...bindings().seal, key: fieldKey, text: INPUTS.text, random: countingFrom(INPUTS.nonceFrom) }),
    sealedEmpty: await seal({ ...bindings().seal, key: fieldKey, text: "", random: countingFrom(INPUTS.nonceFrom) }),
    recoveryKey: recovery.text,
    recoveryWrap: toHex(await deriveRecoveryWrap(recovery.bytes, INPUTS.accountId)),
    recoveryAuth: toHex(await deriveRecoveryAuth(recovery.bytes, INPUTS.accountId)),
  };
}

async function identityOutputs() {
  const identity = await generateIdentity(countingFrom(INPUTS.identityFrom));
  return {
    identitySecret: toHex(identity.secret),
    identityPublic: identity.public,
    fingerprint: toHex(await fingerprint(identity.public)),
    signature: toHex(await sign(identity.secret, utf8(INPUTS.message))),
  };
}

/** Everything that is the same whenever it is made from `INPUTS`. */
export async function computeOutputs(): Promise<Record<string, string>> {
  return { ...(await keysOutputs()), ...(await envelopeOutputs()), ...(await identityOutputs()) };
}

/** A message sealed to the pinned identity; another one each time, so it is pinned only to be opened. */
export async function computeHpke(): Promise<{ enc: string; ct: string }> {
  const { public: publicKey } = await generateIdentity(countingFrom(INPUTS.identityFrom));
  const { enc, ct } = await sealTo({ publicKey, plaintext: utf8(INPUTS.text), ...bindings().hpke });
  return { enc: toBase64Url(enc), ct: toBase64Url(ct) };
}

const pinned = ownFile.outputs;

async function opensPinned(): Promise<boolean> {
  const key = generateKey(countingFrom(INPUTS.vaultKeyFrom));
  const fieldKey = await deriveFieldKey(key, INPUTS.scopeId, INPUTS.epoch);
  const texts = [
    await open({ ...bindings().seal, key: fieldKey, sealed: pinned.sealed }),
    await open({ ...bindings().seal, key: fieldKey, sealed: pinned.sealedEmpty }),
  ];
  const bytes = await unwrap({ ...bindings().wrap, key, wrapped: pinned.wrapped });
  return texts[0] === INPUTS.text && texts[1] === "" && toHex(bytes) === pinned.vaultKey;
}

async function opensPinnedHpke(): Promise<boolean> {
  const { enc, ct } = ownFile.hpke;
  const secret = fromHex(pinned.identitySecret);
  const opened = await openFrom({ secret, enc: fromBase64Url(enc), ct: fromBase64Url(ct), ...bindings().hpke });
  return toHex(opened) === toHex(utf8(INPUTS.text));
}

async function parsesPinnedRecoveryKey(): Promise<boolean> {
  const bytes = parseRecoveryKey(pinned.recoveryKey);
  return bytes !== null && toHex(bytes) === toHex(countingFrom(INPUTS.recoveryFrom)(20));
}

/** The outputs are computed once for all the checks that compare one of them. */
let outputs: Promise<Record<string, string>> | undefined;

export const PINNED: readonly Check[] = [
  { name: "pinned inputs", run: async () => JSON.stringify(ownFile.inputs) === JSON.stringify(INPUTS) },
  ...Object.entries(pinned).map(([name, value]) => ({
    name: `pinned ${name}`,
    run: async () => {
      outputs ??= computeOutputs();
      return (await outputs)[name] === value;
    },
  })),
  { name: "pinned envelopes open", run: opensPinned },
  { name: "pinned HPKE opens", run: opensPinnedHpke },
  { name: "pinned recovery key parses", run: parsesPinnedRecoveryKey },
  { name: "pinned signature verifies", run: () => verify(pinned.identityPublic, utf8(INPUTS.message), fromHex(pinned.signature)) },
];
