/**
 * What members sign about the log of their team (security design §6, "The same log for all"): in heads, grants, copies of the key and marks. Kept as
 * bytes and signature, so that another program can verify them (tools/verify-evidence.mjs).
 */
import { headMessage } from "@coffer/contract/head-message";
import { fromHex, type GrantMessage, type LogPoint, openerOf, type SecretKey, toBase64Url } from "@coffer/crypto";
import type { HeadWithPoint } from "../keyring.ts";
import { hashHead } from "../sync/head.ts";

/** Bytes that someone has signed; base64url. */
export interface SignedBytes {
  readonly by: string;
  readonly publicKey: string;
  readonly message: string;
  readonly signature: string;
  /** Of a head: its sealed text, and what opens this text and no other. */
  readonly head?: string;
  readonly opener?: string;
}

/** A verified statement about a team's log. */
export interface Statement {
  readonly teamId: string;
  readonly log: LogPoint;
  readonly signed: () => Promise<SignedBytes>;
  /** The account and public key that signed it. */
  readonly by: string;
  readonly publicKey: string;
}

export interface Author {
  readonly accountId: string;
  readonly publicKey: string;
}

export function grantStatement(
  teamId: string,
  { accountId: by, publicKey }: Author,
  { message, signature, log }: GrantMessage,
): Statement | null {
  const signed = { by, publicKey, message: toBase64Url(message), signature: toBase64Url(signature) };
  return log && { teamId, log, by, publicKey, signed: async () => signed };
}

/** @param headKey - of the scope */
export function headStatement(
  teamId: string,
  { scopeId, headKey }: { readonly scopeId: string; readonly headKey: SecretKey },
  publicKey: string,
  { text, previous, log, signedBy: by }: HeadWithPoint,
): Statement {
  const { head, signature, generation, seq } = text;
  const signed = async (): Promise<SignedBytes> => {
    const message = headMessage({ scopeId, generation, seq, previousHash: fromHex(previous), hash: await hashHead(head) });
    const opener = toBase64Url(await openerOf(headKey, head));
    return { by, publicKey, message: toBase64Url(message), signature: signature ?? "", head, opener };
  };
  return { teamId, log, by, publicKey, signed };
}
