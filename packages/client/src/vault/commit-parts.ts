/** Divides records that are saved together into parts of one commit each. */
import type { SealedRecord } from "@coffer/contract/record";
import { COMMIT_MAX_BYTES } from "@coffer/contract/vault";
import { loadedScope, type VaultContext } from "./context.ts";

/** Half of the server's limit: records grow a little when they are sealed again, and a slow connection loses less when it breaks. */
const PART_MAX_BYTES = COMMIT_MAX_BYTES / 2;
/** Ids, places and names around the sealed texts. */
const AROUND_BYTES = 1_024;

const bytesOf = ({ seal, fields }: Pick<SealedRecord, "seal" | "fields">): number =>
  Object.values(fields).reduce((sum, text) => sum + text.length, seal.length + AROUND_BYTES);

/** Ids in order and without duplicates, grouped so that each group fits into one commit when resealed; at least one group. */
export async function inParts(context: VaultContext, ids: readonly string[], maxBytes = PART_MAX_BYTES): Promise<string[][]> {
  await loadedScope(context);
  const all = await context.scopes();
  const find = (id: string) => all.map(({ records, trashed }) => records.get(id) ?? trashed.get(id)).find((record) => record !== undefined);
  const parts: string[][] = [[]];
  let bytes = 0;
  for (const id of new Set(ids)) {
    const record = find(id);
    const more = record ? bytesOf(record) : 0;
    if (bytes + more > maxBytes && bytes > 0) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(id);
    bytes += more;
  }
  return parts;
}
