/**
 * The proof that a person made a record in another person's scope (security design §6): its id is bound to their key, and they have signed it. It is
 * under the record's seal. Items of before, and those that someone moved in, have random ids and no proof (makers.ts).
 */
import type { Named } from "@coffer/core/items/item";
import {
  deriveBoundId,
  fingerprint,
  fromBase64Url,
  fromHex,
  isBoundId,
  madeMessage,
  type Random,
  toBase64Url,
  toHex,
  verify,
} from "@coffer/crypto";
import type { ScopeKeys } from "../keyring.ts";

export interface MakerProof {
  /** Hex: of the maker's public key. */
  readonly print: string;
  /** Hex of 16 bytes. */
  readonly nonce: string;
  /** In which scope it was made. */
  readonly scope: string;
  readonly signature: string;
}

/** What a seal says of who made the record. */
interface ClaimedMaker {
  readonly owner?: Named | undefined;
  readonly made?: MakerProof | undefined;
}

/** The id of a new record, with the maker's proof. */
export interface BoundId {
  readonly id: string;
  readonly made: MakerProof;
}

/** For a record that the current user makes in another person's scope. @returns null in an own one, whose ids are random */
export async function newBoundId({ scopeId, rights, signer }: ScopeKeys, random: Random): Promise<BoundId | null> {
  if (rights.isOwner || signer.ownKey === undefined) return null;
  const [print, nonce] = [await fingerprint(signer.ownKey), random(16)];
  const id = await deriveBoundId(print, nonce);
  const signature = toBase64Url(await signer.sign(madeMessage(scopeId, id)));
  return { id, made: { print: toHex(print), nonce: toHex(nonce), scope: scopeId, signature } };
}

/**
 * The proof of a record that moves into another shared scope: what is its owner's has none, and only its maker can sign for that scope.
 * @returns undefined for none
 */
export async function proofIn(
  { scopeId, rights, signer }: ScopeKeys,
  id: string,
  made: MakerProof,
  owner: Named | undefined,
): Promise<MakerProof | undefined> {
  if (!owner) return undefined;
  if (owner.id !== rights.self?.id) return made;
  if (!isProof(made)) return undefined;
  if (made.scope === scopeId) return made;
  if (signer.ownKey === undefined || toHex(await fingerprint(signer.ownKey)) !== made.print) return undefined;
  return { ...made, scope: scopeId, signature: toBase64Url(await signer.sign(madeMessage(scopeId, id))) };
}

/** @returns the maker named under the seal, if the id is theirs and they signed it; `unknown` where only the id speaks for them, as this device does not know their key */
export async function judgeProof(keys: ScopeKeys, id: string, { owner, made }: ClaimedMaker): Promise<"proven" | "unknown" | "false"> {
  if (!owner || !isProof(made) || !isBoundId(id) || !isOfScope(keys, made)) return "false";
  if ((await deriveBoundId(fromHex(made.print), fromHex(made.nonce))) !== id) return "false";
  const { rights, signer } = keys;
  const key = owner.id === rights.self?.id ? signer.ownKey : signer.keyOf?.(owner.id);
  if (key === undefined) return "unknown";
  const isTheirs = toHex(await fingerprint(key)) === made.print;
  return isTheirs && (await verify(key, madeMessage(made.scope, id), fromBase64Url(made.signature))) ? "proven" : "false";
}

/** No matter who sealed it last, or in which order. */
export const isSameProof = (one: MakerProof | undefined, other: MakerProof | undefined): boolean =>
  isProof(one) && isProof(other) && NAMES.every((name) => one[name] === other[name]);

/** An item that was given back is alone in a scope of its own, on its way home: it was made in the one before. */
const isOfScope = ({ scopeId, rights }: ScopeKeys, { scope }: MakerProof): boolean => scope === scopeId || rights.kind === "item";

const HEX = (length: number): RegExp => new RegExp(`^[0-9a-f]{${length}}$`);
const FORMS = { print: HEX(64), nonce: HEX(32), scope: /^[0-9a-f-]{36}$/, signature: /^[A-Za-z0-9_-]{86}$/ } as const;

const NAMES = ["print", "nonce", "scope", "signature"] as const;

/** Anyone with the scope's key may have sealed anything. */
const isProof = (made: MakerProof | undefined): made is MakerProof =>
  typeof made === "object" && made !== null && NAMES.every((name) => FORMS[name].test(String(made[name])));
