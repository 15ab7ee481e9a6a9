/** A bit of a page that is not what was written, as a bad disk leaves it. */
import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { socketDirOf } from "./invitation.ts";

/** In the first page of a table, of a running bundled database. @returns what damages it, once the server has ended */
export async function damageOf(dataDir: string, table: string): Promise<() => void> {
  const client = new Client({ host: socketDirOf(dataDir), user: "coffer", database: "coffer" });
  await client.connect();
  await client.query("checkpoint");
  const { rows } = await client.query<{ path: string }>("select pg_relation_filepath($1) as path", [table]);
  await client.end();
  const file = join(realpathSync(join(dataDir, "postgres")), rows[0]?.path ?? "");
  return () => {
    const bytes = readFileSync(file);
    bytes[8_000] = (bytes[8_000] ?? 0) ^ 1;
    writeFileSync(file, bytes);
  };
}
