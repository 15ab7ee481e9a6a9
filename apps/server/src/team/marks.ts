/** Marks that members leave with their team's log: one for each member, the newest, as long as it says what the stored log says. */

import type { ParsedOf } from "@coffer/contract/endpoint";
import { AppError } from "@coffer/contract/errors";
import { MAX_AHEAD_MS } from "@coffer/contract/schemas";
import type { team as endpoints } from "@coffer/contract/team";
import { markMessage } from "@coffer/contract/team-marks";
import { and, asc, eq, lt } from "drizzle-orm";
import type { Viewer } from "../access.ts";
import type { Db } from "../db/connect.ts";
import { account } from "../db/tables.ts";
import { teamMark } from "../db/team-key-tables.ts";
import { teamLog } from "../db/team-tables.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/handler.ts";
import { sha256Hex } from "../secrets.ts";
import { identityOf } from "../vault/heads.ts";
import { isMessageSignedBy } from "../vault/signed-head.ts";

/** Marks are for members, also for who manages all teams. @throws AppError forbidden */
async function requireMember(tx: Pick<Db, "select">, { accountId }: Viewer, teamId: string): Promise<void> {
  const [own] = await tx.select({ teamId: account.team_id }).from(account).where(eq(account.id, accountId));
  if (own?.teamId !== teamId) throw new AppError("forbidden");
}

/** @throws AppError forbidden, bad_signature; stale_head when the stored log says something else */
async function leaveMark({ db, now }: Deps, viewer: Viewer, input: ParsedOf<typeof endpoints.leaveMark>): Promise<void> {
  const { id: teamId, size, root, at, signature } = input;
  await requireMember(db, viewer, teamId);
  const publicKey = await identityOf(db, viewer.accountId);
  const message = markMessage(teamId, { memberId: viewer.accountId, size, root, at });
  if (at > now() + MAX_AHEAD_MS || !isMessageSignedBy(publicKey, message, signature)) throw new AppError("bad_signature");
  const isEntry = and(eq(teamLog.team_id, teamId), eq(teamLog.seq, size));
  // Entries never change: the mark may be written in a transaction of its own.
  const [entry] = await db.select().from(teamLog).where(isEntry);
  if (!entry || sha256Hex(entry.text) !== root) throw new AppError("stale_head");
  const said = { size, root, marked_at: at, public_key: publicKey, signature };
  await db
    .insert(teamMark)
    .values({ team_id: teamId, member_id: viewer.accountId, ...said })
    .onConflictDoUpdate({ target: [teamMark.team_id, teamMark.member_id], set: said, setWhere: lt(teamMark.marked_at, at) });
}

export const markHandlers = (deps: Deps): Handlers<Pick<typeof endpoints, "readMarks" | "leaveMark">> => ({
  readMarks: async ({ id }, viewer) => {
    await requireMember(deps.db, viewer, id);
    const rows = await deps.db.select().from(teamMark).where(eq(teamMark.team_id, id)).orderBy(asc(teamMark.member_id));
    return {
      success: true,
      marks: rows.map(({ member_id: memberId, public_key: publicKey, marked_at: at, size, root, signature }) => ({
        ...{ memberId, publicKey, at, size, root, signature },
      })),
    };
  },
  leaveMark: async (input, viewer) => {
    await leaveMark(deps, viewer, input);
    return { success: true };
  },
});
