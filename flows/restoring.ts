/** A server that is set back to what it was, as an operator does with a backup: heads and records, not the sessions. */
import type { World } from "./world.ts";

/** In the order in which they can be written again. */
const TABLES = ["head", "record", "superseded"] as const;
let count = 0;

/** @returns what brings back the state of now. */
export async function backUp({ query }: World): Promise<() => Promise<void>> {
  const name = (table: string): string => `backup_${count}_${table}`;
  count++;
  const names = new Map(["scope", ...TABLES].map((table) => [table, name(table)]));
  for (const [table, copy] of names) await query(`create table ${copy} as table "${table}"`);
  return async () => {
    for (const table of TABLES.toReversed()) await query(`delete from "${table}"`);
    await query(`update scope set seq = b.seq, generation = b.generation from ${names.get("scope")} b where scope.id = b.id`);
    for (const table of TABLES) await query(`insert into "${table}" select * from ${names.get(table)}`);
  };
}
