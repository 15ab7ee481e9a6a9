/** Logs of teams for tests, written as members' clients write them. */

import { createHash } from "node:crypto";
import { entryMessage, invitedMessage, readEntry, type SignedEntry } from "@coffer/contract/team-log";
import { replay } from "@coffer/core/team/log";
import type { LogChange } from "@coffer/core/team/log-state";
import { expect } from "vitest";
import { sha256Hex } from "../secrets.ts";
import { stateOf } from "../team/verified-log.ts";
import { signMessage } from "./identities.ts";
import type { Answer, Person, Server } from "./world.ts";

/** The fingerprint of a person's public key. */
export const keyOf = ({ form }: Person): string => createHash("sha256").update(Buffer.from(form.publicKey, "base64url")).digest("hex");
/** What an invitation has of a secret. @param identity - of `newIdentity`; its signing key is the secret */
export const halfOf = (identity: string): string => Buffer.from(identity, "base64url").subarray(1, 33).toString("base64url");

/** A log as a client knows it. */
export interface KnownLog {
  readonly teamId: string;
  readonly texts: string[];
}

/** @param more - instead of what follows from the log */
export function entryOf({ teamId, texts }: KnownLog, by: Person, change: LogChange, more: Record<string, unknown> = {}): SignedEntry {
  const previous = texts.length === 0 ? "0".repeat(64) : sha256Hex(texts.at(-1) ?? "");
  const text = JSON.stringify({ team: teamId, seq: texts.length + 1, previous, by: by.accountId, key: keyOf(by), at: 0, change, ...more });
  return { text, signature: signMessage(by.form.publicKey, entryMessage(text)) };
}

/** Afterwards server and clients agree, whatever it answered. */
export async function writeTo(
  server: Server,
  { teamId, texts }: KnownLog,
  by: Person,
  entries: readonly SignedEntry[],
  keys: readonly unknown[] = [],
): Promise<Answer> {
  const answer = await by.call("POST", `/teams/${teamId}/log`, { since: texts.length, entries, keys });
  if (answer.status === 200) texts.push(...entries.map(({ text }) => text));
  await expectEqualLogs(server, teamId);
  return answer;
}

/** What the server has adds up to the same for itself and for clients, which check proofs with WebCrypto, and every entry of it is believed. */
async function expectEqualLogs({ pool }: Server, teamId: string): Promise<void> {
  const { rows } = await pool.query<{ text: string }>("select text from team_log where team_id = $1 order by seq", [teamId]);
  const entries = rows.flatMap(({ text }) => readEntry(text) ?? []);
  const theirs = await replay(entries, async (half, member, proof) => {
    const [key, signature] = [half, proof].map((text) => Buffer.from(text, "base64url"));
    if (!key || !signature || key.toString("base64url") !== half || signature.toString("base64url") !== proof) return false;
    const imported = await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
    return crypto.subtle.verify("Ed25519", imported, signature, invitedMessage(teamId, member));
  });
  const texts = rows.map(({ text }) => text);
  expect(await stateOf(teamId, texts)).toEqual(theirs);
}

/** @returns the log of a new team that its first member founded */
export async function foundedBy(person: Person, teamId: string): Promise<KnownLog> {
  const log: KnownLog = { teamId, texts: [] };
  const founder = { id: person.accountId, email: person.email, key: keyOf(person) };
  const founding = entryOf(log, person, { kind: "found", founder, isMember: true, admins: [], check: "0".repeat(64) });
  expect((await person.call("POST", "/teams", { name: "T", id: teamId, founding })).status).toBe(200);
  log.texts.push(founding.text);
  return log;
}
