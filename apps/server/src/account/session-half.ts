/**
 * The server's half of the keys on a session's device (security design §2): stored encrypted while the session is unlocked, given to that session alone, and
 * deleted on lock, at the end of the session, and when the device was idle longer than its owner allows. Without it a copied disk opens nothing.
 */

import { AppError } from "@coffer/contract/errors";
import type { sessionHalf } from "@coffer/contract/session-half";
import { and, eq, sql } from "drizzle-orm";
import type { Viewer } from "../access.ts";
import { isWithin } from "../clock.ts";
import type { Db } from "../db/connect.ts";
import { session } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/handler.ts";
import { decryptForServer, encryptForServer, sha256OfHex } from "../secrets.ts";

/** `last_used_at` is this exact: most calls cost no write, and a device counts as idle only after this much more time. */
export const USED_EVERY_MS = 60_000;
const MINUTE_MS = 60_000;

type SessionRow = typeof session.$inferSelect;

/** What a session's row loses with its half. */
export const NO_HALF = { half: null, half_rest_minutes: null } as const;
/** A session that is over has no half. */
export const endedAt = (at: Date) => ({ revoked_at: at, ...NO_HALF });

/**
 * Whether the device gave no sign of life for longer than its owner allows. Of one that signs its calls, only such a call is one: a stolen token keeps no session open.
 * Before it was noted, every call counted.
 */
export function isHalfExpired({ last_used_at, shown_at, created_at, half_rest_minutes, is_guarded }: RestOf, now: number): boolean {
  const since = (is_guarded ? shown_at : null) ?? last_used_at ?? created_at;
  return half_rest_minutes !== null && !isWithin(half_rest_minutes * MINUTE_MS + USED_EVERY_MS, since, now);
}
type RestOf = Pick<SessionRow, "last_used_at" | "shown_at" | "created_at" | "half_rest_minutes" | "is_guarded">;

/** The same for every session, in the hourly job: a device that never comes back makes no call. */
export async function purgeHalves(db: Db, now: number): Promise<void> {
  const at = new Date(now - USED_EVERY_MS);
  await db
    .update(session)
    .set(NO_HALF)
    .where(
      sql`${session.half_rest_minutes} is not null and coalesce(case when ${session.is_guarded} then ${session.shown_at} end, ${session.last_used_at}, ${session.created_at}) + ${session.half_rest_minutes} * interval '1 minute' <= ${at}::timestamptz`,
    );
}

export function sessionHalfHandlers(deps: Deps): Handlers<typeof sessionHalf> {
  return {
    keepHalf: async ({ half, restMinutes }, { sessionId, showsKeys }) => {
      const hasKeys = await showsKeys();
      const kept = { half: encryptForServer(deps.secrets.half, sessionId, half), half_rest_minutes: restMinutes };
      // A stolen token must not store a half: a lock would not delete it.
      const isTheirs = and(eq(session.id, sessionId), hasKeys ? undefined : eq(session.is_guarded, false));
      const { rowCount } = await deps.db
        .update(session)
        .set({ ...kept, ...(hasKeys && { is_guarded: true, shown_at: new Date(deps.now()) }) })
        .where(isTheirs);
      if (rowCount !== 1) throw new AppError("fresh_proof_needed");
      return { success: true };
    },
    findHalf: async (_, viewer) => ({ success: true, half: await findHalf(deps, viewer) }),
    forgetHalf: async ({ halfHash }, viewer) => {
      const half = await findHalf(deps, viewer);
      // If another page of the same browser has stored a new half at its unlock, that one was not locked.
      if (half !== null && sha256OfHex(half) === halfHash)
        await deps.db.update(session).set(NO_HALF).where(eq(session.id, viewer.sessionId));
      return { success: true };
    },
  };
}

async function findHalf({ db, secrets }: Deps, { sessionId }: Viewer): Promise<string | null> {
  const [row] = await db.select({ half: session.half }).from(session).where(eq(session.id, sessionId));
  return row?.half ? decryptForServer(secrets.half, sessionId, row.half) : null;
}
