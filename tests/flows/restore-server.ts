/** Sets a server back to an earlier state: by the operator's backup and restore, or while sessions go on. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeBackup } from "../../apps/server/src/operator/backup.ts";
import { checkForRestore, restoreRows } from "../../apps/server/src/operator/restore.ts";
import { deriveSecrets } from "../../apps/server/src/secrets.ts";
import type { Device, World } from "./world.ts";

/** In the order in which they can be written again. */
const TABLES = ["head", "record", "superseded", "earlier_place"] as const;
let count = 0;

/** As an operator does it. @returns a function that restores the current state, without sessions. */
export async function backUpServer({ operated }: World): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "coffer-backup-"));
  const [path, key] = [join(folder, "all"), deriveSecrets(operated.secret).backup];
  const client = await operated.pool.connect();
  await writeBackup(client, path, key, new Date());
  return async () => {
    await restoreRows(client, { path, key, isAcceptingBreaks: false }, await checkForRestore(path, key));
    client.release();
    rmSync(folder, { recursive: true });
  };
}

/** Heads and records, not the sessions. @returns a function that restores their current state. */
export async function backUpVaults({ query }: World): Promise<() => Promise<void>> {
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

/** What a device opens, each with its password. */
export const titlesWithPasswords = async ({ client }: Pick<Device, "client">): Promise<string[]> =>
  (await client.vault.openMany()).map(({ fields }) => `${fields.title}: ${fields.password}`).sort();
