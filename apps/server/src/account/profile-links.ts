/**
 * Links between two accounts of one person, and what they open. A session of the other account needs the link's proof, which is stored wrapped under
 * a key that this server does not have: a stolen token of one account gives no access to the other (security design §7).
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { ParsedOf, ReplyOf } from "@coffer/contract/endpoint";
import { AppError } from "@coffer/contract/errors";
import type { profiles as endpoints } from "@coffer/contract/profiles";
import { DAY_MS } from "@coffer/core/constants";
import { and, eq, or } from "drizzle-orm";
import type { Viewer } from "../access.ts";
import { profileLink } from "../db/access-tables.ts";
import { bypassRls } from "../db/bypass-row-level-security.ts";
import type { Tx } from "../db/connect.ts";
import type { Deps } from "../deps.ts";
import { queueEmail } from "../mail/outbox.ts";
import { momentInEmail } from "../mail/phrases.ts";
import { type AccountRow, getAccount } from "./accounts.ts";
import { writeAudit } from "./audit.ts";
import { countRefusedAttempt } from "./refused-attempts.ts";
import { mintSession } from "./sessions.ts";

type SwitchProfile = (typeof endpoints)["switchProfile"];
type LinkRow = typeof profileLink.$inferSelect;

/** The owner of an account that is switched to many times a day is mailed once. */
const MAILED_EVERY_MS = DAY_MS;

/** @throws AppError not_found, for unknown accounts and unlinked ones alike */
export async function getLink({ db }: Deps, viewer: Viewer, otherId: string): Promise<LinkRow> {
  const isTheirs = or(
    and(eq(profileLink.existing_id, viewer.accountId), eq(profileLink.new_id, otherId)),
    and(eq(profileLink.new_id, viewer.accountId), eq(profileLink.existing_id, otherId)),
  );
  const [row] = await db.select().from(profileLink).where(isTheirs);
  if (!row) throw new AppError("not_found");
  return row;
}

/** The caller's side of a link. */
export function sideOf(link: LinkRow, viewer: Viewer): { masterKey: string; linkId: string; linkEpochs: [number, number] } {
  const { id: linkId, existing_epoch, new_epoch } = link;
  if (link.existing_id === viewer.accountId) return { masterKey: link.for_existing, linkId, linkEpochs: [existing_epoch, new_epoch] };
  return { masterKey: link.for_new, linkId, linkEpochs: [new_epoch, existing_epoch] };
}

export function switchProfile(deps: Deps): (input: ParsedOf<SwitchProfile>, viewer: Viewer) => Promise<ReplyOf<SwitchProfile>> {
  return async ({ id, linkAuth, code }, viewer) => {
    const link = await getLink(deps, viewer, id);
    if (!isProven(link, linkAuth)) {
      await bypassRls("notices", () => countRefusedAttempt(deps, id, "profile.refused"));
      throw new AppError("link_not_proven");
    }
    // The proof is the other account's: from here on the call works for both.
    const data = await bypassRls("profiles", async () => {
      const target = await getAccount(deps.db, id);
      const also = (tx: Tx): Promise<void> => mailOwner(deps, tx, viewer, { link, target });
      return mintSession(deps, viewer, { account: target, event: "profile.switched", code, also });
    });
    if (!data) return { success: true, requiresMfa: true };
    deps.log.info("profile.switched", { accountId: viewer.accountId, linkedId: id });
    return { success: true, data: { ...data, ...sideOf(link, viewer) } };
  };
}

const isProven = ({ link_auth_hash }: LinkRow, linkAuth: string): boolean =>
  timingSafeEqual(createHash("sha256").update(Buffer.from(linkAuth, "hex")).digest(), Buffer.from(link_auth_hash, "hex"));

interface Opened {
  readonly link: LinkRow;
  readonly target: AccountRow;
}

/** Tells the owner of an account that it was opened from the linked one. */
async function mailOwner(deps: Deps, tx: Tx, viewer: Viewer, { link, target }: Opened): Promise<void> {
  const column = link.existing_id === target.id ? "existing_mailed_at" : "new_mailed_at";
  if (link[column] !== null && link[column].getTime() + MAILED_EVERY_MS > deps.now()) return;
  await tx
    .update(profileLink)
    .set({ [column]: new Date(deps.now()) })
    .where(eq(profileLink.id, link.id));
  const { email } = await getAccount(tx, viewer.accountId);
  const values = { email, ...momentInEmail(viewer, deps.now(), target.language) };
  await queueEmail(deps, tx, { name: "profileOpened", to: target, values });
}

export async function unlink(deps: Deps, viewer: Viewer, otherId: string): Promise<void> {
  const link = await getLink(deps, viewer, otherId);
  await deps.db.transaction(async (tx) => {
    await tx.delete(profileLink).where(eq(profileLink.id, link.id));
    const events = [viewer.accountId, otherId].map((accountId) => ({ accountId, event: "profile.unlinked" as const }));
    await writeAudit(deps, tx, viewer, ...events);
  });
}
