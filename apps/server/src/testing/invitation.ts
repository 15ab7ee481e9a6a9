/** An invitation written directly into the database of a running product, for journeys of more than one person; and the one that a new server writes. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";

/** A member. */
const ROLE = 3;

/** @returns the token of the link. */
export async function writeInvitation(dataDir: string): Promise<string> {
  const client = new Client({ host: socketDirOf(dataDir), user: "coffer", database: "coffer" });
  await client.connect();
  const token = randomBytes(24).toString("base64url");
  await client.query(
    "insert into invitation (id, token_hash, role_id, created_at, expires_at) values ($1, $2, $3, now(), now() + interval '1 day')",
    [randomUUID(), createHash("sha256").update(token).digest("hex"), ROLE],
  );
  await client.end();
  return token;
}

/** Of the first administrator. @returns the token of the link that a new server keeps in its data folder */
export function firstInvitation(dataDir: string): string {
  const link = new URL(readFileSync(join(dataDir, "first-admin-link.txt"), "utf8").trim());
  const { token } = JSON.parse(Buffer.from(link.searchParams.get("token") ?? "", "base64url").toString()) as { token: string };
  return token;
}

/** As if no master password had been given for a while: what cannot be undone asks for it again. */
export async function forgetProofs(dataDir: string): Promise<void> {
  const client = new Client({ host: socketDirOf(dataDir), user: "coffer", database: "coffer" });
  await client.connect();
  await client.query("update session set proven_at = null");
  await client.end();
}

/** The fifth line of PostgreSQL's own pid file. */
export const socketDirOf = (dataDir: string): string => readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[4] ?? "";
