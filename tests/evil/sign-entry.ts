/** An entry of a team's log as a client of one's own making signs it: whether anyone may believe it is not asked. */
import type { VerifiedLog } from "../../packages/client/src/team/verified-log.ts";
import { entryMessage, NO_ENTRY, type SignedEntry } from "../../packages/contract/src/team-log.ts";
import type { LogChange } from "../../packages/core/src/team/log-state.ts";
import { fingerprint, type Signer, toBase64Url, toHex } from "../../packages/crypto/src/index.ts";

export interface Writer {
  readonly accountId: string;
  readonly publicKey: string;
  readonly signer: Signer;
}

export async function signEntry(
  { teamId, hashes }: Pick<VerifiedLog, "teamId" | "hashes">,
  change: LogChange,
  { accountId, publicKey, signer }: Writer,
  at = 0,
): Promise<SignedEntry> {
  const [seq, previous, key] = [hashes.length + 1, hashes.at(-1) ?? NO_ENTRY, toHex(await fingerprint(publicKey))];
  const text = JSON.stringify({ team: teamId, seq, previous, by: accountId, key, at, change });
  return { text, signature: toBase64Url(await signer.sign(entryMessage(text))) };
}
