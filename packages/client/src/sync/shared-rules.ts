/** What shared scopes need in addition to heads and lists, in one piece of script, which is loaded with the first of them: people who share nothing never load it. */
import type { ScopeKeys } from "../keyring.ts";
import type { StoredScope } from "../types.ts";
import { refuseOverstepping } from "./changed-makers.ts";
import { recordsAfter, refuseUnsigned } from "./own-statement.ts";
import type { Pin } from "./pins.ts";
import type { Changed, RecordTable } from "./record-table.ts";

export { withProvenMakers } from "./changed-makers.ts";
export { newBoundId, proofIn } from "./maker-proof.ts";
export { nextOwn, readOwn, recordsAfter } from "./own-statement.ts";

/** What this device had before. */
interface Before {
  readonly pin: Pin | null;
  readonly state: StoredScope | null;
  readonly table: RecordTable;
}

interface Answer {
  /** The owner's statement that the newest head names; null for none. */
  readonly text: string | null;
  readonly generation: number;
  readonly isRenewed: boolean;
  readonly changed: Changed;
  readonly signers: ReadonlySet<string>;
  /** It has everything; what it lacks is gone. */
  readonly isWhole: boolean;
}

/** @throws IntegrityError when someone who may write has changed who made a record, or what is the owner's alone */
export async function refuseForeignChanges(keys: ScopeKeys, { state, table, pin }: Before, answer: Answer): Promise<void> {
  const { text, generation, changed, signers, isRenewed, isWhole } = answer;
  await refuseUnsigned(keys, { text, generation, known: state?.trust ?? null, pin, records: recordsAfter(table, changed) });
  // What the owner has restored is the owner's word.
  if (!isRenewed) await refuseOverstepping(keys, table, changed, { signers, isNext: state !== null && !isWhole });
}
