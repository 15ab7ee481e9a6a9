/** The two signed statements about one log, as a file that another program verifies (tools/verify-evidence.mjs). */
import { api } from "@coffer/contract/api";
import { entryMessage, readEntry } from "@coffer/contract/team-log";
import { markMessage } from "@coffer/contract/team-marks";
import { fingerprint, type LogPoint, sha256, toBase64Url, toHex, utf8 } from "@coffer/crypto";
import type { SharingContext } from "../sharing/context.ts";
import type { SignedBytes, Statement } from "../sharing/statements.ts";
import type { LogAlarm } from "../sharing/team-gossip.ts";
import type { VerifiedLog } from "./verified-log.ts";

interface Contradiction {
  readonly code: LogAlarm["code"];
  readonly log: VerifiedLog;
  /** What the server shows here: the same number with another hash, or a smaller number. */
  readonly own: LogPoint;
  readonly statement: Statement;
}

/** @returns JSON */
export async function evidenceOf(context: SharingContext, { code, log, own, statement }: Contradiction): Promise<string> {
  const [theirs, shown] = [await statement.signed(), await entryAt(context, log, own)];
  const parts = {
    what: "coffer-team-log",
    version: 1,
    kind: code,
    team: log.teamId,
    theirs,
    own: await signedMark(context, log.teamId, own),
  };
  return JSON.stringify({ ...parts, ...(shown && { shown }) }, null, 2);
}

/** This account says what the server shows it. */
async function signedMark(context: SharingContext, teamId: string, { size, root }: LogPoint): Promise<SignedBytes> {
  const { accountId: by, publicKey, signer } = await context.identity();
  const message = markMessage(teamId, { memberId: by, size, root, at: context.now() });
  return { by, publicKey, message: toBase64Url(message), signature: toBase64Url(await signer.sign(message)) };
}

/** The entry of that number as its writer signed it; null when the server does not give it again. */
async function entryAt(context: SharingContext, { teamId }: VerifiedLog, { size, root }: LogPoint): Promise<SignedBytes | null> {
  const reply = await context.call(api.team.readLog, { id: teamId, since: size - 1 }).catch(() => null);
  const [entry] = reply?.entries ?? [];
  if (!reply || !entry || toHex(await sha256(utf8(entry.text))) !== root) return null;
  const read = readEntry(entry.text);
  for (const publicKey of reply.authors)
    if (read && toHex(await fingerprint(publicKey)) === read.key)
      return { by: read.by, publicKey, message: toBase64Url(entryMessage(entry.text)), signature: entry.signature };
  return null;
}
