/** The link that makes the first administrator (decision N-01): printed at the start and kept in the data folder until it is used. */
import { randomUUID } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "@coffer/contract/errors";
import { encodeInvitation, parseInvitation } from "@coffer/core/account/invitation-link";
import { and, eq, isNull, sql } from "drizzle-orm";
import { SUPER_ADMIN } from "../access.ts";
import type { Tx } from "../db/connect.ts";
import { account, invitation } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import { generateToken, sha256Hex } from "../secrets.ts";
import { getInvitation } from "./invitations.ts";

const FILE = "first-admin-link.txt";
const VALID_HOURS = 24;
/** Any number that nobody else locks in this database. */
const LOCK = 4_217_002;

/**
 * The link of an earlier start while it is valid, else a new one.
 * @param publicUrl - origin without a trailing slash
 * @returns null when there is an administrator already
 */
export async function firstAdminLink(deps: Deps, publicUrl: string): Promise<string | null> {
  const path = join(deps.config.dataDir, FILE);
  const token = await deps.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
    const [admin] = await tx.select({ id: account.id }).from(account).where(eq(account.role_id, SUPER_ADMIN)).limit(1);
    if (admin) return null;
    return (await findKeptToken(tx, path, new Date(deps.now()))) ?? (await makeToken(tx, deps.now()));
  });
  if (token === null) {
    forgetFirstAdminLink(deps.config.dataDir);
    return null;
  }
  const link = `${publicUrl}/register?token=${encodeInvitation({ token })}`;
  writeFileSync(path, `${link}\n`, { mode: 0o600 });
  return link;
}

export const forgetFirstAdminLink = (dataDir: string): void => rmSync(join(dataDir, FILE), { force: true });

async function findKeptToken(tx: Tx, path: string, at: Date): Promise<string | null> {
  try {
    const token = tokenOf(readFileSync(path, "utf8"));
    await getInvitation(tx, token, at, "look");
    return token;
  } catch (error) {
    if (error instanceof AppError || (error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** The token in a link; empty when somebody has changed the file. */
function tokenOf(link: string): string {
  return (URL.canParse(link.trim()) && parseInvitation(new URL(link.trim()).searchParams.get("token") ?? "")?.token) || "";
}

async function makeToken(tx: Tx, now: number): Promise<string> {
  const at = new Date(now);
  await tx
    .update(invitation)
    .set({ expires_at: at })
    .where(and(eq(invitation.is_bootstrap, true), isNull(invitation.used_at)));
  const token = generateToken();
  await tx.insert(invitation).values({
    id: randomUUID(),
    token_hash: sha256Hex(token),
    role_id: SUPER_ADMIN,
    is_bootstrap: true,
    created_at: at,
    expires_at: new Date(now + VALID_HOURS * 3_600_000),
  });
  return token;
}
