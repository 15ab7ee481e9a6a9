/** Copies of a team's key: stored where their sender has signed them, and deleted where their recipient says, signed, that they do not open. */
import { createHash } from "node:crypto";
import type { ParsedOf } from "@coffer/contract/endpoint";
import { AppError } from "@coffer/contract/errors";
import { keyCopyMessage } from "@coffer/contract/grant-message";
import { copiesMessage } from "@coffer/contract/key-copies-message";
import type { team as endpoints } from "@coffer/contract/team";
import { refusedKeyMessage } from "@coffer/contract/team-log";
import { DAY_MS } from "@coffer/core/constants";
import type { TeamState } from "@coffer/core/team/log-state";
import type { CopiesSent } from "@coffer/core/team/new-key";
import { and, eq, gt } from "drizzle-orm";
import type { Viewer } from "../access.ts";
import type { Tx } from "../db/connect.ts";
import { refusedKey, teamKey } from "../db/team-key-tables.ts";
import { sha256Hex } from "../secrets.ts";
import { identityOf } from "../vault/heads.ts";
import { isMessageSignedBy } from "../vault/signed-head.ts";
import { getActor, getTeam } from "./authorization.ts";

export const fingerprintOf = (publicKey: string): string => createHash("sha256").update(Buffer.from(publicKey, "base64url")).digest("hex");

type Copy = ParsedOf<typeof endpoints.writeLog>["keys"][number];

/** What the entry of a new key is compared with. */
export function copiesSent(teamId: string, epoch: number, keys: readonly Copy[]): CopiesSent {
  const ofEpoch = keys.filter((one) => one.epoch === epoch);
  const copies = ofEpoch.map(({ memberId, key }) => ({ memberId, hash: sha256Hex(key) }));
  const hash = sha256Hex(copiesMessage(teamId, epoch, copies));
  return { members: ofEpoch.map(({ memberId }) => memberId), hash };
}

interface Giver {
  readonly teamId: string;
  readonly viewer: Pick<Viewer, "accountId">;
  readonly publicKey: string;
}

/** A refusal counts so long: it may have been a mistake, and a true copy stays once it is there. */
const REFUSED_MS = 30 * DAY_MS;

/** Whether the sender has signed it, for that member with the key in the log. Its content only the member can see. */
function isSigned({ teamId, viewer, publicKey }: Giver, { id, memberId, epoch, createdAt, key }: Copy, memberKey: string): boolean {
  const sender = { id: viewer.accountId, fingerprint: fingerprintOf(publicKey) };
  const terms = { id, teamId, epoch, createdAt, sender, recipient: { id: memberId, fingerprint: memberKey } };
  const { message, signature } = keyCopyMessage(terms, Buffer.from(key.slice("3.".length), "base64url"));
  return isMessageSignedBy(publicKey, message, Buffer.from(signature).toString("base64url"));
}

/** Those that the sender's copies are taken for. Of a key that the log never had of the sender, no client opens any. */
async function takersOf(tx: Tx, { teamId, viewer, publicKey }: Giver, { memberHistory, founder }: TeamState, at: Date): Promise<IsTaker> {
  const ofSender = [...memberHistory.values(), ...(founder ? [founder] : [])].filter(({ id }) => id === viewer.accountId);
  if (!ofSender.some(({ key }) => key === fingerprintOf(publicKey))) return () => false;
  const isCounted = gt(refusedKey.at, new Date(at.getTime() - REFUSED_MS));
  const refused = await tx
    .select()
    .from(refusedKey)
    .where(and(eq(refusedKey.team_id, teamId), eq(refusedKey.sender_id, viewer.accountId), isCounted));
  return (copy) => !refused.some(({ member_id, epoch }) => member_id === copy.memberId && epoch === copy.epoch);
}
type IsTaker = (copy: Pick<Copy, "memberId" | "epoch">) => boolean;

/**
 * Copies for those in the log, made by one who is in it too. One for a member who could not open the sender's last is left out, and all others count.
 * @throws AppError forbidden, bad_signature
 */
export async function recoverLostKeys(tx: Tx, giver: Giver, state: TeamState, keys: readonly Copy[], at: Date): Promise<void> {
  if (keys.length === 0) return;
  const { teamId, viewer, publicKey } = giver;
  const isTaker = await takersOf(tx, giver, state, at);
  const isHolder = state.members.has(viewer.accountId) || state.founder?.id === viewer.accountId;
  for (const copy of keys) {
    const { id, memberId, epoch, createdAt, key } = copy;
    const member = state.members.get(memberId);
    if (!isHolder || !member || epoch > state.epoch) throw new AppError("forbidden");
    if (!isSigned(giver, copy, member.key)) throw new AppError("bad_signature");
    if (!isTaker(copy)) continue;
    const row = { id, sender_id: viewer.accountId, sender_key: publicKey, signed_at: createdAt, key };
    // A stored copy stays: no one can take it away by sending another in its place.
    await tx
      .insert(teamKey)
      .values({ team_id: teamId, member_id: memberId, epoch, ...row })
      .onConflictDoNothing();
  }
}

/** Then the member counts among those who lack the key. @throws AppError forbidden, not_found, bad_signature */
export async function refuseKey(
  tx: Tx,
  viewer: Viewer,
  { id: teamId, grantId, signature }: ParsedOf<typeof endpoints.refuseKey>,
  at: Date,
): Promise<void> {
  await getTeam(tx, await getActor(tx, viewer), teamId, "seeTeam", "hold");
  const publicKey = await identityOf(tx, viewer.accountId);
  if (!isMessageSignedBy(publicKey, refusedKeyMessage(teamId, grantId), signature)) throw new AppError("bad_signature");
  const isTheirs = and(eq(teamKey.team_id, teamId), eq(teamKey.member_id, viewer.accountId));
  const [copy] = await tx
    .delete(teamKey)
    .where(and(isTheirs, eq(teamKey.id, grantId)))
    .returning();
  if (copy) await noteRefused(tx, copy, fingerprintOf(publicKey), at);
}

/** Unless it was for an earlier key of the member: then its sender has another for this one. */
async function noteRefused(tx: Tx, copy: typeof teamKey.$inferSelect, memberKey: string, at: Date): Promise<void> {
  const { team_id, member_id, epoch, sender_id } = copy;
  const giver = { teamId: team_id, viewer: { accountId: sender_id }, publicKey: copy.sender_key };
  if (!isSigned(giver, { ...copy, memberId: member_id, createdAt: copy.signed_at }, memberKey)) return;
  await tx
    .insert(refusedKey)
    .values({ team_id, member_id, epoch, sender_id, at })
    .onConflictDoUpdate({
      target: [refusedKey.team_id, refusedKey.member_id, refusedKey.epoch, refusedKey.sender_id],
      set: { at },
    });
}
