/** The link that makes the first administrator (decision N-01): printed at the start and stored in the data folder until it is used. */
import { randomUUID } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { encodeInvitation } from "@coffer/core/account/invitation-link";
import { SUPER_ADMIN } from "@coffer/core/team/roles";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Tx } from "../db/connect.ts";
import { account, invitation } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import { hmac, sha256Hex } from "../secrets.ts";

const FILE = "first-admin-link.txt";
const VALID_HOURS = 24;
/** Any number that nothing else locks in this database. */
const LOCK = 4_217_002;

/**
 * The link of an earlier start while it is valid, else a new one. Every process on a database has the same: the token is derived from the server's secret and the
 * invitation, so that no process needs another's file.
 * @param publicUrl - origin without a trailing slash
 * @returns null when there is an administrator already
 */
export async function firstAdminLink(deps: Deps, publicUrl: string): Promise<string | null> {
  const token = await deps.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
    const [admin] = await tx.select({ id: account.id }).from(account).where(eq(account.role_id, SUPER_ADMIN)).limit(1);
    return admin ? null : ((await findToken(deps, tx)) ?? (await makeToken(deps, tx)));
  });
  if (token === null) {
    forgetFirstAdminLink(deps.config.dataDir);
    return null;
  }
  const link = `${publicUrl}/register?token=${encodeInvitation({ token })}`;
  writeFileSync(join(deps.config.dataDir, FILE), `${link}\n`, { mode: 0o600 });
  return link;
}

export const forgetFirstAdminLink = (dataDir: string): void => rmSync(join(dataDir, FILE), { force: true });

const tokenOf = ({ secrets }: Deps, invitationId: string): string => hmac(secrets.firstAdmin, invitationId).toString("base64url");
const isUnused = and(eq(invitation.is_bootstrap, true), isNull(invitation.used_at));

async function findToken(deps: Deps, tx: Tx): Promise<string | null> {
  const rows = await tx
    .select()
    .from(invitation)
    .where(and(isUnused, gt(invitation.expires_at, new Date(deps.now()))));
  // An earlier version made random tokens, which cannot be printed again.
  const row = rows.find(({ id, token_hash }) => token_hash === sha256Hex(tokenOf(deps, id)));
  return row ? tokenOf(deps, row.id) : null;
}

async function makeToken(deps: Deps, tx: Tx): Promise<string> {
  const [id, at] = [randomUUID(), new Date(deps.now())];
  await tx.update(invitation).set({ expires_at: at }).where(isUnused);
  const token = tokenOf(deps, id);
  await tx.insert(invitation).values({
    id,
    token_hash: sha256Hex(token),
    role_id: SUPER_ADMIN,
    is_bootstrap: true,
    created_at: at,
    expires_at: new Date(at.getTime() + VALID_HOURS * 3_600_000),
  });
  return token;
}
