/** How an owner names, in a signed statement, a person whom a team lets write: for people who know neither the team nor its members (security design §6). */
import { context } from "./context.ts";
import { bytesToUuid, uuidToBytes } from "./encoding.ts";
import { sha256 } from "./primitives.ts";

/**
 * It says nothing of anyone to those who do not know account and key already, and is another one in each scope.
 * @param print - fingerprint of their public key, 32 bytes @returns 16 bytes in the form of an id
 */
export const writerMark = async (scopeId: string, accountId: string, print: Uint8Array): Promise<string> =>
  bytesToUuid((await sha256(context("writer", uuidToBytes(scopeId), uuidToBytes(accountId), print))).slice(0, 16));
