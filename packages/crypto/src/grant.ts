/**
 * Grants: the key of a scope, given to one person (security design §6). A grant states who gives what to whom; with any term changed it does not open.
 *
 *   terms H = context("grant", grantId, scopeId, scopeKind u8, epoch u32, senderId, SHA-256 of the sender's public key, recipientId, SHA-256 of the recipient's, permission u8,
 *             createdAt u64 (ms), logSize u64, logRoot 32, expiresAt u64)       the last three as the text begins with them (grant-begin.ts)
 *   text    = "3." base64url( version │ suite 01 │ enc 1120 │ ct 48 │ signature 64 )
 *             version 01: logSize and logRoot are zero, and no expiresAt · version 02: version │ suite │ logSize u64 │ logRoot 32 │ enc …, and no expiresAt
 *             version 03: version │ suite │ logSize u64 │ logRoot 32 │ expiresAt u64 (ms; 0 for never) │ enc …
 *   enc, ct = HPKE (identity.ts) of the scope's key, info = "cf1/hpke/grant" 00 ‖ SHA-256(H), aad = H
 *   signature = Ed25519 by the sender over "cf1/sig/grant" 00 ‖ H ‖ enc ‖ ct
 *
 * A grant to a whole team (team-grant.ts) has `wrap(teamKey, …)` in place of enc and ct, under the same terms and signature. A grant of kind `team` gives a member
 * the key of the team itself; its scope is the team.
 */
import { context } from "./context.ts";
import { concat, fromBase64Url, u8, u32, u64, utf8, uuidToBytes } from "./encoding.ts";
import { DecryptError } from "./errors.ts";
import { readBegin, type SaidInGrant, saidParts } from "./grant-begin.ts";
import { fingerprint, openFrom, verify } from "./identity.ts";
import { type SecretKey, secretKey } from "./keys.ts";
import { hkdf, sha256 } from "./primitives.ts";

/** Numbers used in grants: closed tables, a number is never reused. */
const SCOPE_KINDS = { vault: 1, item: 2, team: 3 } as const;
const PERMISSIONS = { read: 1, write: 2 } as const;

/** A person as named in a grant. */
export interface Party {
  readonly accountId: string;
  /** As `generateIdentity` gives it. */
  readonly publicKey: string;
}

/** Who gives what to whom. */
export interface GrantTerms {
  readonly grantId: string;
  readonly scopeId: string;
  readonly scopeKind: keyof typeof SCOPE_KINDS;
  /** Of the scope's key. */
  readonly epoch: number;
  readonly sender: Party;
  readonly recipient: Party;
  readonly permission: keyof typeof PERMISSIONS;
  /** Milliseconds since 1970, by the sender's clock. */
  readonly createdAt: number;
}

/** What is sealed: the terms, how far the sender's client knows the log of the team that is concerned (null for none), and when the grant ends. */
export type SealedTerms<Terms> = Terms & Partial<SaidInGrant>;

/** How the text of a grant begins. */
export const FORM = { prefix: "3.", suite: 1 } as const;
const HPKE_INFO = utf8("cf1/hpke/grant\0");
/** Prefix of everything that the giver of a grant signs. */
export const SIGNED = utf8("cf1/sig/grant\0");
const CT_AT = 1120;
const SIGNATURE_AT = CT_AT + 48;
const BYTES = SIGNATURE_AT + 64;

/** The recipient in the terms: an id, and the fingerprint of the public key. */
interface NamedRecipient {
  readonly id: string;
  readonly fingerprint: Uint8Array;
}

/** H of the terms of a grant to a person. @throws RangeError when a public key is malformed. */
export const termsBytes = async (terms: GrantTerms, said: SaidInGrant): Promise<Uint8Array> =>
  termsFor(terms, { id: terms.recipient.accountId, fingerprint: await fingerprint(terms.recipient.publicKey) }, said);

/** H of these terms. @throws RangeError when the sender's public key is malformed. */
export async function termsFor(terms: Omit<GrantTerms, "recipient">, recipient: NamedRecipient, said: SaidInGrant): Promise<Uint8Array> {
  const { grantId, scopeId, scopeKind, epoch, sender, permission, createdAt } = terms;
  return context(
    "grant",
    uuidToBytes(grantId),
    uuidToBytes(scopeId),
    u8(SCOPE_KINDS[scopeKind]),
    u32(epoch),
    uuidToBytes(sender.accountId),
    await fingerprint(sender.publicKey),
    uuidToBytes(recipient.id),
    recipient.fingerprint,
    u8(PERMISSIONS[permission]),
    u64(createdAt),
    ...saidParts(said),
  );
}

export const infoOf = async (terms: Uint8Array): Promise<Uint8Array> => concat(HPKE_INFO, await sha256(terms));

/** What the giver of a grant signs, and the signature. */
export interface GrantMessage extends SaidInGrant {
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
}

/** Unverified. @throws DecryptError */
export async function grantMessage(terms: GrantTerms, text: string): Promise<GrantMessage> {
  const { said, enc, ct, signature } = parse(text);
  return { message: concat(SIGNED, await termsBytes(terms, said), enc, ct), signature, ...said };
}

/** Whether the sender of these terms signed this grant; needs no secret. False also for malformed input. */
export async function verifyGrant(terms: GrantTerms, text: string): Promise<boolean> {
  try {
    const { message, signature } = await grantMessage(terms, text);
    if (terms.sender.accountId === terms.recipient.accountId) return false;
    return await verify(terms.sender.publicKey, message, signature);
  } catch {
    // A malformed grant has no valid signature.
    return false;
  }
}

/**
 * @param secret - the recipient's 64 bytes.
 * @throws DecryptError, and nothing else, unless the sender signed exactly these terms and sealed to this recipient.
 */
export async function openGrant(terms: GrantTerms, text: string, secret: Uint8Array): Promise<SecretKey> {
  if (!(await verifyGrant(terms, text))) throw new DecryptError();
  const { said, enc, ct } = parse(text);
  const aad = await termsBytes(terms, said);
  const bytes = await openFrom({ secret, enc, ct, info: await infoOf(aad), aad });
  const key = secretKey(bytes);
  bytes.fill(0);
  return key;
}

/** @throws DecryptError */
function parse(text: string): { said: SaidInGrant; enc: Uint8Array; ct: Uint8Array; signature: Uint8Array } {
  if (!text.startsWith(FORM.prefix)) throw new DecryptError();
  const { said, rest } = readBegin(fromBase64Url(text.slice(FORM.prefix.length)), FORM.suite);
  if (rest.length !== BYTES) throw new DecryptError();
  return { said, enc: rest.subarray(0, CT_AT), ct: rest.subarray(CT_AT, SIGNATURE_AT), signature: rest.subarray(SIGNATURE_AT) };
}

const SAFETY_GROUPS = 12;
const GROUP_BYTES = 5;

/**
 * What two people compare to detect a man in the middle: 60 digits in 12 groups, the same on both sides.
 * Each group is 40 bits of HKDF-SHA-256(both ids and fingerprints, the smaller id first, info = context("safety-number")) modulo 100,000.
 * @throws RangeError when a public key is malformed.
 */
export async function safetyNumber(one: Party, other: Party): Promise<string> {
  const sorted = one.accountId < other.accountId ? [one, other] : [other, one];
  const parts: Uint8Array[] = [];
  for (const { accountId, publicKey } of sorted) parts.push(uuidToBytes(accountId), await fingerprint(publicKey));
  const bytes = await hkdf(concat(...parts), new Uint8Array(0), context("safety-number"), SAFETY_GROUPS * GROUP_BYTES);
  const groups = Array.from({ length: SAFETY_GROUPS }, (_, at) => {
    const group = bytes.subarray(at * GROUP_BYTES, (at + 1) * GROUP_BYTES);
    const number = group.reduce((sum, byte) => sum * 256 + byte, 0);
    return String(number % 100_000).padStart(5, "0");
  });
  return groups.join(" ");
}
