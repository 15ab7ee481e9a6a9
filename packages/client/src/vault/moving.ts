/** Records sealed anew for another scope: what is shared moves into a scope of its own, and back (security design §6). */
import type { PutChange } from "@coffer/contract/record";
import { columnsOf, type RecordColumns } from "@coffer/contract/record-columns";
import { toHex } from "@coffer/crypto";
import { inBatches } from "../batches.ts";
import { ClientError } from "../errors.ts";
import type { ScopeKeys } from "../keyring.ts";
import { openRecord, sealRecord } from "../sync/seal-record.ts";
import type { KnownRecord } from "../types.ts";
import type { Sealing } from "./put.ts";

/** As it travels, and as the scope that it goes to lists it. */
export interface Moved {
  readonly wire: PutChange & { readonly trashedAt: number | null };
  readonly known: KnownRecord;
}

interface Between {
  readonly from: ScopeKeys;
  readonly to: ScopeKeys;
  readonly patch?: Partial<RecordColumns>;
  readonly onDone?: (count: number) => void;
}

/** Their times stay: moving is no edit. What was emptied in the trash stays behind. @throws ClientError when one does not open; then nothing is to be moved. */
export function sealFor(
  { random, device }: Sealing,
  records: readonly KnownRecord[],
  { from, to, patch = {}, onDone }: Between,
): Promise<Moved[]> {
  let done = 0;
  const full = records.filter(({ seal }) => seal !== "");
  return inBatches(full, async (record): Promise<Moved> => {
    const { fields, state, createdAt, updatedAt } = await openRecord(from, record);
    if (state === "tampered") throw new ClientError("Nothing was changed, because a part of it could not be opened.");
    const next = { id: record.id, kind: record.kind, revision: record.revision + 1, saveId: toHex(random(16)) };
    const sealed = await sealRecord(to, { ...next, fields, createdAt, updatedAt, device });
    const place = { ...columnsOf(record), ...(record.kind === "category" ? {} : patch) };
    onDone?.(++done);
    const wire = { op: "put" as const, ...next, ...sealed, ...place, trashedAt: record.trashedAt };
    return { wire, known: { ...record, ...next, ...sealed, ...place, scopeId: to.scopeId } };
  });
}
