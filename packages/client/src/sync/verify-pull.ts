/** Verifies the whole answer to a pull before any of it is trusted, and computes the new state. Stores nothing. */
import { columnsOf } from "@coffer/contract/record-columns";
import { IntegrityError } from "../errors.ts";
import type { ScopeKeys } from "../keyring.ts";
import { loadPart } from "../lazy-load.ts";
import type { KnownRecord, StoredScope } from "../types.ts";
import { type Epochs, type Head, verifyRoot } from "./head.ts";
import { type Digests, rootOf } from "./head-entries.ts";
import { loadSharedRules } from "./load-shared-rules.ts";
import type { Pin } from "./pins.ts";
import { type Changed, RecordTable } from "./record-table.ts";
import { recordsOf, type Snapshot, verifyHeads } from "./snapshot.ts";
import { hashTrust } from "./wrapped-trust.ts";

/** What this device had before. */
export interface KnownState {
  readonly pin: Pin | null;
  readonly state: StoredScope | null;
  readonly table: RecordTable;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The epochs of the account's credentials that this session knows. */
  readonly credEpochs: readonly (number | null)[];
  /** Where heads were followed in replies before this one (long-gap.ts). */
  readonly verify?: typeof verifyHeads;
}

export interface VerifiedPull {
  readonly state: StoredScope;
  readonly head: Head;
  /** Compared with the state before, even if everything was asked for. */
  readonly changed: Changed;
  readonly digests: Digests;
  readonly epochs: Epochs | null;
  /** In the personal scope: the shared scopes. */
  readonly scopes: Snapshot["scopes"];
  /** Whether the owner has restarted the history. */
  readonly isRenewed: boolean;
}

/**
 * @param isWhole - the answer has everything; what it lacks is gone.
 * @throws IntegrityError when the answer contradicts itself or what this device has seen.
 */
export async function verifyPull(keys: ScopeKeys, reply: Snapshot, before: KnownState, isWhole: boolean): Promise<VerifiedPull> {
  const { state, head, signers, isRenewed } = await (before.verify ?? verifyHeads)(keys, reply, before);
  const { epochs, scopes } = reply;
  const named = namedIn(keys, reply, before, isWhole);
  // The server returned copies of replaced keys: the head names the newest.
  if (head.epochs && epochs && (head.epochs.cred !== epochs.cred || head.epochs.recovery !== epochs.recovery))
    throw new IntegrityError("rollback");
  // An older trust store would bring back other people's keys that were found to be false.
  if ((await hashTrust(named)) !== head.trust) throw new IntegrityError("rollback");
  // The session was opened with an outdated copy of the vault key, of a master password that was replaced.
  const cred = (head.epochs ?? epochs)?.cred;
  if (cred === undefined || !before.credEpochs.includes(cred)) throw new IntegrityError("rollback");
  const listed = changesIn(reply, before.table, { seq: state.seq, isWhole, isRenewed });
  const shared = keys.rights.kind === "personal" ? null : await loadSharedRules();
  const isNew = named !== (before.state?.trust ?? null);
  const changed = shared ? await shared.withProvenMakers(keys, before.table, listed, named, isNew) : listed;
  const digests = await before.table.digestsWith(changed);
  if (head.version === 1) await verifyFirstVersion(head, before.table, changed);
  else verifyRoot(head, await rootOf(digests), before.table.countWith(changed));
  const answer = { text: named, generation: head.generation, isRenewed, changed, signers, isWhole };
  await shared?.refuseForeignChanges(keys, before, answer);
  return { state: { ...state, trust: named }, head, changed, digests, epochs, scopes, isRenewed };
}

/** The text that the newest head names; the owner's statement is sent only when it is new. */
function namedIn({ rights }: ScopeKeys, { trust, own }: Snapshot, { state }: KnownState, isWhole: boolean): string | null {
  if (rights.kind === "personal") return trust;
  return own ?? (isWhole ? null : (state?.trust ?? null));
}

interface ChangesInput {
  readonly seq: number;
  readonly isWhole: boolean;
  readonly isRenewed: boolean;
}

function changesIn(reply: Snapshot, table: RecordTable, { seq, isWhole, isRenewed }: ChangesInput): Changed {
  const changed = new Map<string, KnownRecord | null>();
  if (isWhole) for (const { id } of table.all()) changed.set(id, null);
  for (const id of reply.tombstones) changed.set(id, null);
  for (const record of recordsOf(reply)) {
    const known = table.live.get(record.id) ?? table.trashed.get(record.id);
    // A record that is pulled again unchanged keeps its object, so that it is not opened again. In a restarted history it counts as
    // learned with that history.
    changed.set(record.id, known && !isRenewed && isSame(known, record) ? known : { ...record, learned: seq });
  }
  for (const { id, at } of reply.used) {
    const record = changed.get(id) ?? table.live.get(id);
    if (record) changed.set(id, { ...record, lastUsedAt: at });
  }
  return changed;
}

type Comparable = Omit<KnownRecord, "learned">;

/** Compares what the head vouches for, and the last use. */
function isSame(one: Comparable, other: Comparable): boolean {
  const part = ({ saveId, revision, kind, trashedAt, lastUsedAt, ...rest }: Comparable) =>
    JSON.stringify([saveId, revision, kind, rest.makerId ?? null, trashedAt, lastUsedAt, columnsOf(rest)]);
  return part(one) === part(other) && one.seal === other.seal && hasSameFields(one.fields, other.fields);
}

function hasSameFields(one: Comparable["fields"], other: Comparable["fields"]): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

/** Heads of the first version list live records only. */
async function verifyFirstVersion(head: Head, table: RecordTable, changed: Changed): Promise<void> {
  const after = new RecordTable(table.all());
  after.accept(changed, []);
  const { firstRootOf } = await loadPart(() => import("./head-v1.ts"));
  verifyRoot(head, await firstRootOf(after.live.values()), after.live.size);
}
