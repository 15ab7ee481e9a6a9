/**
 * What is the owner's alone in a shared scope (security design §6). The server reads the owner's statement and checks all of it but whether the
 * sealed head names it: that only clients can see, and they refuse a head that does not.
 */
import { createHash } from "node:crypto";
import { AppError } from "@coffer/contract/errors";
import { ownMessage, type ParsedStatement, parseOwn } from "@coffer/contract/own-message";
import type { ScopeRow } from "../access.ts";
import { isMessageSignedBy } from "./signed-head.ts";

/** The place of the head that comes with it. */
interface Place {
  readonly scopeId: string;
  readonly generation: number;
  readonly epoch: number;
}

/** @returns null when it is malformed, in another spelling, or of another place or key */
export function readOwn(text: string, { scopeId, generation, epoch }: Place, ownerKey: string): ParsedStatement | null {
  const bytes = Buffer.from(text, "base64url");
  const own = bytes.toString("base64url") === text ? parseOwn(bytes) : null;
  if (!own) return null;
  const ownRoot = createHash("sha256").update(own.body).digest();
  const message = ownMessage({ scopeId, generation, epoch, ownRoot, ownSeq: own.ownSeq });
  return isMessageSignedBy(ownerKey, message, Buffer.from(own.signature).toString("base64url")) ? own : null;
}

interface NextOwn extends Omit<Place, "scopeId"> {
  readonly own: string | undefined;
  /** The owner's public identity; null when another person wrote the head. */
  readonly ownerKey: string | null;
}

/**
 * The statement that the next head names: a new one of the owner's, or the last. A new key or generation needs a new one.
 * @returns the text to store; undefined to leave the last
 * @throws AppError bad_signature
 */
export function nextOwn(target: Pick<ScopeRow, "id" | "kind" | "own" | "generation" | "epoch">, next: NextOwn): string | undefined {
  const { own: before } = target;
  if (next.own === undefined) {
    if (before !== null && (next.generation !== target.generation || next.epoch !== target.epoch)) throw new AppError("bad_signature");
    return undefined;
  }
  if (target.kind === "personal") throw new AppError("invalid_input", "A personal scope has no statement.");
  const statement = next.ownerKey === null ? null : readOwn(next.own, { ...next, scopeId: target.id }, next.ownerKey);
  if (!statement || statement.ownSeq <= seqOf(before)) throw new AppError("bad_signature");
  return next.own;
}

const seqOf = (text: string | null): number => (text === null ? 0 : (parseOwn(Buffer.from(text, "base64url"))?.ownSeq ?? 0));

/**
 * The vault's own record is saved with the statement that names this very save.
 * @param text - the newest statement; null while there is none
 * @throws AppError bad_signature
 */
export function requireOwnVault(text: string | null, puts: readonly { readonly kind: string; readonly saveId: string }[]): void {
  const vaults = puts.filter(({ kind }) => kind === "category");
  if (text === null || vaults.length === 0) return;
  const save = parseOwn(Buffer.from(text, "base64url"))?.vaultSave ?? null;
  if (vaults.some(({ saveId }) => saveId !== save)) throw new AppError("bad_signature");
}
