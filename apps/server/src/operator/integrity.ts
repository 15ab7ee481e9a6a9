/**
 * Whether a database is consistent, as far as a server without keys can see: the chains of the activity log, the chains of signed heads, the logs of teams, and
 * that no record is newer than its scope. What is inside the heads only their owners' devices can check, and do at every pull.
 */
import { entryMessage, NO_ENTRY, readEntry } from "@coffer/contract/team-log";
import type { ClientBase } from "pg";
import { type AuditRow, follows } from "../account/audit.ts";
import { sha256Hex } from "../secrets.ts";
import { isMessageSignedBy, isSignedBy, NO_HEAD } from "../vault/signed-head.ts";

/** Rows in memory at a time. */
const BATCH = 500;
const NAMED_MAX = 20;

/** @param client - in a transaction @returns a sentence for each inconsistency; the first twenty */
export async function findIntegrityErrors(client: ClientBase): Promise<string[]> {
  const breaks: string[] = [];
  for await (const one of allBreaks(client)) if (breaks.push(one) === NAMED_MAX) break;
  return breaks;
}

async function* allBreaks(client: ClientBase): AsyncGenerator<string> {
  yield* auditBreaks(client);
  yield* headBreaks(client);
  yield* teamLogBreaks(client);
  yield* rowBreaks(client);
}

async function* auditBreaks(client: ClientBase): AsyncGenerator<string> {
  let before: AuditRow | null = null;
  const query = "select account_id, seq::float8 as seq, at, event, device, previous, hash from audit order by account_id, seq";
  for await (const row of rowsOf<AuditRow>(client, query)) {
    if (before?.account_id !== row.account_id) before = null;
    if (!follows(before, row)) yield `The activity log of account ${row.account_id} is broken at entry ${row.seq}.`;
    before = row;
  }
}

interface HeadRow {
  readonly scope: string;
  readonly seq: number;
  readonly generation: number;
  readonly hash: Buffer;
  /** Null: of the first version. */
  readonly signature: string | null;
  readonly isNewest: boolean;
  readonly publicKey: string;
}

/** As text, because a database may use another encoding than the one that was hashed. */
const HEADS = `select h.scope_id as scope, h.seq::float8 as seq, h.generation, sha256(convert_to(h.head, 'UTF8')) as hash, h.signature,
    h.seq = s.seq and h.generation = s.generation as "isNewest", i.public_key as "publicKey"
  from head h join scope s on s.id = h.scope_id join identity i on i.account_id = coalesce(h.writer_id, s.owner_id) order by h.scope_id, h.seq`;

/**
 * A history is signed by one identity from some head on. The heads before it were signed by identities that a reset replaced, which are gone. So once a signature
 * has fitted, each one after it must. Numbers skip only where a history was started again.
 */
async function* headBreaks(client: ClientBase): AsyncGenerator<string> {
  let before: (HeadRow & { readonly isSigned: boolean }) | null = null;
  for await (const row of rowsOf<HeadRow>(client, HEADS)) {
    const previous: typeof before = before?.scope === row.scope ? before : null;
    const isSigned = hasSignature(row, previous);
    const isInTurn = previous === null ? row.seq === 1 : row.seq === previous.seq + 1 || row.generation > previous.generation;
    const mustBeSigned = previous?.isSigned === true || (row.isNewest && row.signature !== null);
    if (!isInTurn || (mustBeSigned && !isSigned)) yield `The history of scope ${row.scope} is broken at head ${row.seq}.`;
    before = { ...row, isSigned };
  }
}

function hasSignature({ scope, seq, generation, hash, signature, publicKey }: HeadRow, previous: HeadRow | null): boolean {
  return (
    signature !== null &&
    isSignedBy(publicKey, { scopeId: scope, seq, generation, previousHash: previous?.hash ?? NO_HEAD, hash }, signature)
  );
}

interface EntryRow {
  readonly team: string;
  readonly seq: number;
  readonly text: string;
  readonly signature: string;
}

/** Whether an entry may be in a log its members judge; here, that each follows the one before and carries its author's signature. */
async function* teamLogBreaks(client: ClientBase): AsyncGenerator<string> {
  const { rows } = await client.query<{ key: string; publicKey: string }>(
    `select team_id || fingerprint as key, public_key as "publicKey" from team_author`,
  );
  const authors = new Map(rows.map(({ key, publicKey }) => [key, publicKey]));
  let before: EntryRow | null = null;
  for await (const row of rowsOf<EntryRow>(client, "select team_id as team, seq, text, signature from team_log order by team_id, seq")) {
    const previous: EntryRow | null = before?.team === row.team ? before : null;
    const entry = readEntry(row.text);
    const author = authors.get(row.team + entry?.key);
    const isInTurn = row.seq === (previous?.seq ?? 0) + 1 && entry?.seq === row.seq && entry.team === row.team;
    const follows = entry?.previous === (previous === null ? NO_ENTRY : sha256Hex(previous.text));
    const isSigned = author !== undefined && isMessageSignedBy(author, entryMessage(row.text), row.signature);
    if (!isInTurn || !follows || !isSigned) yield `The log of team ${row.team} is broken at entry ${row.seq}.`;
    before = row;
  }
}

/** Each counts what must not be there. */
const MUST_BE_NONE = [
  ["teams without a log", "team t where t.key_epoch > 0 and not exists (select from team_log l where l.team_id = t.id)"],
  [
    "accounts without keys or without a vault",
    "account a where not exists (select from identity i where i.account_id = a.id) or not exists (select from scope s where s.owner_id = a.id and s.kind = 'personal')",
  ],
  [
    "scopes without their newest head",
    "scope s where not exists (select from head h where h.scope_id = s.id and h.seq = s.seq and h.generation = s.generation)",
  ],
  ["heads newer than their scope", "head h join scope s on s.id = h.scope_id where h.seq > s.seq"],
  [
    "records newer than their scope, or another's",
    "record r join scope s on s.id = r.scope_id where r.seq > s.seq or r.owner_id <> s.owner_id",
  ],
] as const;

async function* rowBreaks(client: ClientBase): AsyncGenerator<string> {
  for (const [what, from] of MUST_BE_NONE) {
    const { rows } = await client.query<{ count: string }>(`select count(*) as count from ${from}`);
    if (Number(rows[0]?.count) > 0) yield `There are ${what}: ${rows[0]?.count}.`;
  }
}

async function* rowsOf<Row extends object>(client: ClientBase, query: string): AsyncGenerator<Row> {
  await client.query(`declare rows no scroll cursor for ${query}`);
  try {
    for (;;) {
      const { rows } = await client.query<Row>(`fetch ${BATCH} from rows`);
      yield* rows;
      if (rows.length < BATCH) return;
    }
  } finally {
    await client.query("close rows");
  }
}
