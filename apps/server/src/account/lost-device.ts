/**
 * A device that its owner has lost: its sessions end together with the passkeys that open the vault there. A passkey alone signs in again, so which ones go is the owner's
 * word; what is known here only says which ones to propose.
 */
import type { ParsedOf } from "@coffer/contract/endpoint";
import { AppError } from "@coffer/contract/errors";
import type { passkeys as endpoints } from "@coffer/contract/passkeys";
import { and, eq, inArray, ne, or } from "drizzle-orm";
import type { Viewer } from "../access.ts";
import { device, passkey } from "../db/access-tables.ts";
import type { Tx } from "../db/connect.ts";
import { session } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import { queueEmail } from "../mail/outbox.ts";
import { momentInEmail } from "../mail/phrases.ts";
import { isLive } from "./accounts.ts";
import { writeAudit } from "./audit.ts";
import { lockOwn } from "./password-proof.ts";
import { endedAt } from "./session-half.ts";

type SessionRow = typeof session.$inferSelect;
type PasskeyRow = typeof passkey.$inferSelect;

/** Where a passkey is added: browser and system, the known device, the session. */
export async function placeOf(tx: Tx, viewer: Viewer): Promise<Pick<PasskeyRow, "device" | "device_id" | "session_id">> {
  const [own] = await tx.select({ device_id: session.device_id }).from(session).where(eq(session.id, viewer.sessionId));
  return { device: viewer.device, device_id: own?.device_id ?? null, session_id: viewer.sessionId };
}

/** Whether the session is on the device that the passkey was added on, or was begun by it. */
export function isOnDevice(one: SessionRow, { id, device_id, session_id }: Pick<PasskeyRow, "id" | "device_id" | "session_id">): boolean {
  return one.id === session_id || one.passkey_id === id || (device_id !== null && one.device_id === device_id);
}

/** @throws AppError not_found, for the viewer's own session, foreign, ended and unknown ones alike */
export async function reportLost(deps: Deps, { id, passkeys }: ParsedOf<(typeof endpoints)["reportLost"]>, viewer: Viewer): Promise<void> {
  const at = new Date(deps.now());
  const isOthers = and(isLive(viewer, at), ne(session.id, viewer.sessionId));
  await deps.db.transaction(async (tx) => {
    const own = await lockOwn(tx, viewer);
    const [lost] = await tx
      .select()
      .from(session)
      .where(and(eq(session.id, id), isOthers));
    if (!lost) throw new AppError("not_found");
    const isOfDevice = lost.device_id === null ? undefined : eq(session.device_id, lost.device_id);
    await tx
      .update(session)
      .set(endedAt(at))
      .where(and(or(eq(session.id, id), isOfDevice), isOthers));
    // It has no attempts of its own any more.
    if (lost.device_id !== null) await tx.delete(device).where(and(eq(device.id, lost.device_id), eq(device.account_id, own.id)));
    await writeAudit(deps, tx, viewer, { accountId: own.id, event: "session.revoked" });
    const ended = await tx.delete(passkey).where(and(eq(passkey.account_id, own.id), inArray(passkey.id, passkeys)));
    if (ended.rowCount === 0) return;
    await queueEmail(deps, tx, { name: "passkeyRemoved", to: own, values: momentInEmail(viewer, deps.now(), own.language) });
    await writeAudit(deps, tx, viewer, { accountId: own.id, event: "passkey.removed" });
  });
  deps.log.info("device.lost", { accountId: viewer.accountId });
}
