/** Statements in which the owner of a shared scope signs what is hers alone, for tests. */
import { createHash } from "node:crypto";
import { type OwnStatement, ownBody, ownMessage } from "@coffer/contract/own-message";
import { signMessage } from "./identities.ts";

export interface OwnPlace {
  readonly scopeId: string;
  readonly generation: number;
  readonly epoch: number;
}

/** @param by - a public identity of `newIdentity` @param said - what it says besides its number */
export function ownStatement(by: string, at: OwnPlace, ownSeq: number, said: Partial<OwnStatement>): string {
  const body = ownBody({ vaultSave: null, grants: new Map(), makers: new Map(), writers: new Set(), ...said, ownSeq });
  const signature = signMessage(by, ownMessage({ ...at, ownRoot: createHash("sha256").update(body).digest(), ownSeq }));
  return Buffer.concat([body, Buffer.from(signature, "base64url")]).toString("base64url");
}
