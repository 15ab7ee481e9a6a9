/** Seals records again for another scope: shared records move into a scope of their own, and back (security design §6). */
import { api } from "@coffer/contract/api";
import type { PutChange } from "@coffer/contract/record";
import { columnsOf, type RecordColumns } from "@coffer/contract/record-columns";
import { fieldsOnDemand } from "@coffer/core/items/fields-on-demand";
import type { FieldValues } from "@coffer/core/items/item";
import { type AnyKind, isItemKind, kindOf, wireFields } from "@coffer/core/items/kinds";
import { isBoundId, toHex } from "@coffer/crypto";
import { inBatches } from "../batches.ts";
import { ClientError } from "../errors.ts";
import type { ScopeKeys } from "../keyring.ts";
import { loadSharedRules } from "../sync/load-shared-rules.ts";
import type { NextState } from "../sync/next-state.ts";
import { isAsSaved, pressIn, saveIdIn } from "../sync/save-id.ts";
import type { WriteStart } from "../sync/scope-deps.ts";
import { type OpenedRecord, openRecord, sealRecord } from "../sync/seal-record.ts";
import type { KnownRecord } from "../types.ts";
import type { Moving, VaultContext } from "./context.ts";
import { ownMaker, type SealingDeps } from "./record-writes.ts";

/** In wire form, and as the target scope lists it. */
export interface MovedRecord {
  readonly wire: PutChange & { readonly trashedAt: number | null };
  readonly known: KnownRecord;
}

/** What does not open is shown as "(Decryption failed)", but for what lists do not open: so it is named. */
export class UnreadableError extends ClientError {
  constructor(name: string | undefined) {
    super(
      name
        ? `"${name}" cannot be opened as a whole. Delete it for good, and try again.`
        : "An item here cannot be opened as a whole. Delete it for good, and try again.",
    );
  }
}

interface Between {
  readonly from: ScopeKeys;
  readonly to: ScopeKeys;
  readonly patch?: Partial<RecordColumns>;
  /** The revision that the target has of a record already. */
  readonly revisionThere?: (id: string) => number;
  readonly onDone?: (count: number) => void;
}

/**
 * Their times stay: moving is no edit. Emptied records in the trash stay behind. @throws UnreadableError when one does not open that was not saved so; then nothing
 * may be moved.
 */
export function resealForScope(
  { random, device }: SealingDeps,
  records: readonly KnownRecord[],
  { from, to, patch = {}, revisionThere, onDone }: Between,
): Promise<MovedRecord[]> {
  let done = 0;
  const full = records.filter(({ seal }) => seal !== "");
  return inBatches(full, async (record): Promise<MovedRecord> => {
    const opened = await openRecord(from, record);
    const { fields, createdAt, updatedAt, again = 0, ...people } = opened;
    const closed = closedIn(from, to, record, opened);
    const revision = Math.max(record.revision, revisionThere?.(record.id) ?? 0) + 1;
    const next = { id: record.id, kind: record.kind, revision, saveId: toHex(random(16)) };
    const { author, owner } = peopleIn(to, people);
    const made = await madeIn(to, record.id, people.made, owner);
    // With a new key it is the save that it was; in another scope there is none before it.
    const saved = from.scopeId === to.scopeId ? { device: opened.device ?? device, again: again + 1 } : { device };
    const what = { fields: without(fields, opened.closed), createdAt, updatedAt, ...saved, author, owner, made };
    const sealed = closed === "all" ? asItIs(to, next.saveId, record) : await sealRecord(to, { ...next, ...what, closed });
    const place = { ...columnsOf(record), ...(record.kind === "category" ? {} : patch) };
    onDone?.(++done);
    const wire = { op: "put" as const, ...next, ...ownMaker(to.rights.self, owner), ...sealed, ...place, trashedAt: record.trashedAt };
    return {
      wire,
      known: {
        ...record,
        ...next,
        ...sealed,
        ...place,
        scopeId: to.scopeId,
        makerId: owner?.id ?? null,
        ...(made && owner && { provenMaker: owner.id }),
      },
    };
  });
}

/**
 * What of a record stays closed in the scope that it comes into, by name; "all" where not even the list of its fields opens. Someone who may write has saved it so: the id
 * of the save, which the head lists, is of just these texts, and no server has put them there. Fields that are opened on demand go, as with any edit: no list shows that
 * they are broken, and they would hold up everyone. Nothing else that is closed comes into a personal scope: there everything has to open for a recovery of the account,
 * or new keys (account/reseal-scope.ts).
 * @throws UnreadableError where that cannot be said of it
 */
function closedIn(from: ScopeKeys, to: ScopeKeys, record: KnownRecord, opened: OpenedRecord): Readonly<Record<string, string>> | "all" {
  if (opened.state === "intact") return {};
  const { kind, fields } = record;
  const onDemand = fieldsOnDemand(kind);
  const closed = opened.closed?.filter((name) => !onDemand.includes(name));
  const isShared = [from, to].every(({ rights }) => rights.kind !== "personal");
  const isWrittenSo = record.saveId !== pressIn(record.saveId) && isAsSaved(record);
  const goesAlong = closed === undefined ? isShared && isOfNoOther(record) : isShared || closed.length === 0;
  if (!(isWrittenSo && goesAlong)) throw new UnreadableError(nameOf(kind, opened));
  const wires = new Map(wireFields(kind));
  return closed ? Object.fromEntries(closed.map((name) => [name, fields[wires.get(name) ?? name] ?? ""])) : "all";
}

function nameOf(kind: AnyKind, { fields, closed }: OpenedRecord): string | undefined {
  const title = isItemKind(kind) ? kindOf(kind).title : "name";
  return closed && !closed.includes(title) ? fields[title] : undefined;
}

const without = (fields: FieldValues, closed: readonly string[] = []): FieldValues =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !closed.includes(name)));

/** What another person made has to say so under the next key too, or no one believes the vault. */
const isOfNoOther = ({ makerId, provenMaker, id }: KnownRecord): boolean => !makerId && !provenMaker && !isBoundId(id);

/** It stays what it is, and holds up nothing: no key could be replaced any more, for a person who saves such a record and is removed. */
const asItIs = (to: ScopeKeys, press: string, { seal, fields }: KnownRecord) => ({
  seal,
  fields,
  saveId: saveIdIn(to, press, { seal, fields }),
});

/** A personal scope has no other people's items; own items stay own in someone else's vault. */
function peopleIn({ rights: { kind, isOwner, self } }: ScopeKeys, { author, owner }: Pick<OpenedRecord, "author" | "owner">) {
  const me = self ?? undefined;
  const mine = isOwner ? undefined : me;
  return { author: author ?? me, owner: kind === "personal" ? undefined : (owner ?? mine) };
}

/** A personal scope keeps the proof, for the next move. */
async function madeIn(to: ScopeKeys, id: string, made: OpenedRecord["made"], owner: OpenedRecord["owner"]): Promise<OpenedRecord["made"]> {
  return made && to.rights.kind !== "personal" ? (await loadSharedRules()).proofIn(to, id, made, owner) : made;
}

/** From one own scope into another, in one write with both heads. @throws ClientError when one does not open; AppError */
export async function moveBetween(context: VaultContext, { from, to, ids, categoryId }: Moving): Promise<void> {
  const wanted = ids && new Set(ids);
  const patch = categoryId === undefined ? {} : { categoryId };
  let left: NextState | null = null;
  let entered: NextState | null = null;
  const send = async (source: WriteStart, target: WriteStart): Promise<void> => {
    const records = source.records.filter(({ id, trashedAt }) => !wanted || (wanted.has(id) && trashedAt === null));
    const moved = await resealForScope(context, records, { from: from.keys, to: to.keys, patch });
    const learned = target.state.seq + 1;
    entered = await target.headAfter(new Map(moved.map(({ known }) => [known.id, { ...known, learned }])));
    left = wanted ? await source.headAfter(new Map(moved.map(({ known }) => [known.id, null]))) : null;
    await context.call(api.sharing.move, {
      from: { scope: from.keys.scopeId, baseSeq: source.state.seq, ...left?.sealed },
      to: { scope: to.keys.scopeId, baseSeq: target.state.seq, ...entered.sealed },
      records: moved.map(({ wire }) => wire),
    });
  };
  // Always locked in the same order, the personal scope last, so that two moves cannot wait for each other.
  const isFirst = to.keys.rights.kind === "personal" || (from.keys.rights.kind !== "personal" && from.keys.scopeId < to.keys.scopeId);
  const [outer, inner] = isFirst ? [from, to] : [to, from];
  await outer.commitTogether(async (one) => {
    await inner.commitTogether(async (other) => {
      await (isFirst ? send(one, other) : send(other, one));
      return isFirst ? entered : left;
    });
    return isFirst ? left : entered;
  });
  await context.shown.refresh();
}
