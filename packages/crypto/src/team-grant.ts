/**
 * Grants to a whole team (security design §6): the key of a scope wrapped under the team's key, with the terms and the signature of any other grant. The recipient that the
 * terms name is the team at one epoch of its key.
 *
 *   text = "4." base64url( version │ suite 01 │ signature 64 │ wrap )      wrap: purpose teamShare, epoch of the team's key, context H
 *          version 02 has logSize u64 │ logRoot 32 after the suite, version 03 expiresAt u64 after these, as in grant.ts
 *   signature = Ed25519 by the sender over "cf1/sig/grant" 00 ‖ H ‖ wrap
 */
import { context } from "./context.ts";
import { concat, fromBase64Url, toBase64Url, u32, uuidToBytes } from "./encoding.ts";
import { DecryptError } from "./errors.ts";
import { type GrantMessage, type GrantTerms, type SealedTerms, SIGNED, termsFor } from "./grant.ts";
import { beginOf, readBegin, type SaidInGrant } from "./grant-begin.ts";
import { type Signer, verify } from "./identity.ts";
import { type SecretKey, secretKey } from "./keys.ts";
import { sha256 } from "./primitives.ts";
import { unwrap, wrap } from "./wrap.ts";

/** A team, and the epoch of its key. */
interface TeamAtEpoch {
  readonly teamId: string;
  readonly epoch: number;
}

/** Who gives what to which team. */
export type TeamGrantTerms = Omit<GrantTerms, "recipient"> & { readonly team: TeamAtEpoch };

const PREFIX = "4.";
const SUITE = 1;
const WRAP_AT = 64;
const WRAPPED = "1.";

async function termsBytes({ team, ...terms }: TeamGrantTerms, said: SaidInGrant): Promise<Uint8Array> {
  const name = context("team", uuidToBytes(team.teamId), u32(team.epoch));
  return termsFor(terms, { id: team.teamId, fingerprint: await sha256(name) }, said);
}

/** @param signer - of the sender that the terms name. @throws RangeError when the sender's public key is malformed, or a key was wiped. */
export async function sealTeamGrant(
  { log = null, expiresAt, ...terms }: SealedTerms<TeamGrantTerms>,
  key: SecretKey,
  teamKey: SecretKey,
  signer: Signer,
): Promise<string> {
  const said = { log, ...(expiresAt !== undefined && { expiresAt }) };
  const H = await termsBytes(terms, said);
  const text = await wrap({ key: teamKey, bytes: key, purpose: "teamShare", epoch: terms.team.epoch, context: H });
  const wrapped = fromBase64Url(text.slice(WRAPPED.length));
  const signature = await signer.sign(concat(SIGNED, H, wrapped));
  return PREFIX + toBase64Url(concat(beginOf(said, SUITE), signature, wrapped));
}

/** Unverified. @throws DecryptError */
export async function teamGrantMessage(terms: TeamGrantTerms, text: string): Promise<GrantMessage> {
  const { said, signature, wrapped } = parse(text);
  return { message: concat(SIGNED, await termsBytes(terms, said), wrapped), signature, ...said };
}

/** Whether the sender of these terms signed this grant; needs no secret. False also for malformed input. */
export async function verifyTeamGrant(terms: TeamGrantTerms, text: string): Promise<boolean> {
  try {
    const { message, signature } = await teamGrantMessage(terms, text);
    return await verify(terms.sender.publicKey, message, signature);
  } catch {
    // A malformed grant has no valid signature.
    return false;
  }
}

/** @throws DecryptError, and nothing else, unless the sender signed exactly these terms and wrapped under this key of the team. */
export async function openTeamGrant(terms: TeamGrantTerms, text: string, teamKey: SecretKey): Promise<SecretKey> {
  if (!(await verifyTeamGrant(terms, text))) throw new DecryptError();
  const { said, wrapped: inside } = parse(text);
  const [wrapped, H] = [WRAPPED + toBase64Url(inside), await termsBytes(terms, said)];
  const bytes = await unwrap({ key: teamKey, wrapped, purpose: "teamShare", epoch: terms.team.epoch, context: H });
  const key = secretKey(bytes);
  bytes.fill(0);
  return key;
}

/** @throws DecryptError */
function parse(text: string): { said: SaidInGrant; signature: Uint8Array; wrapped: Uint8Array } {
  if (!text.startsWith(PREFIX)) throw new DecryptError();
  const { said, rest } = readBegin(fromBase64Url(text.slice(PREFIX.length)), SUITE);
  if (rest.length <= WRAP_AT) throw new DecryptError();
  return { said, signature: rest.subarray(0, WRAP_AT), wrapped: rest.subarray(WRAP_AT) };
}

/** The check of a team's key in its log, so that all members verifiably have the same key: 32 bytes that reveal nothing about it. */
export async function teamKeyCheck({ teamId, epoch }: TeamAtEpoch, key: SecretKey): Promise<Uint8Array> {
  return sha256(concat(context("team-key", uuidToBytes(teamId), u32(epoch)), key));
}
