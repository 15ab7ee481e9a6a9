/** `doctor -- --nightly`: reads everything that is stored, and nothing else, and notes what it came to. The server runs it every night (jobs/checks.ts). */
import { constants, setPriority } from "node:os";
import type { ClientBase } from "pg";
import type { Config } from "../config.ts";
import type { Context, Outcome } from "./command.ts";
import { onOneConnection, withSharedDatabase } from "./database.ts";
import { checkPages } from "./doctor.ts";
import { checkDeep, PAGES } from "./doctor-deep.ts";
import type { Finding } from "./doctor-environment.ts";
import { noteCheck } from "./last-check.ts";

/** What cannot be read to the end throws, and is not noted as damage. */
export async function runNightlyCheck({ config, log, isOfServer }: Context): Promise<Outcome> {
  const at = new Date();
  const findings = await withSharedDatabase({ ...config, isOfServer }, log, (database) =>
    onOneConnection(database, async (client) => {
      await stepBack(client, config);
      const deep = await checkDeep(client);
      // What was counted before is answered by the look itself, where it could look.
      const isRead = deep.some(({ about, state }) => about === PAGES && state !== "note");
      return isRead ? deep : [await checkPages(client, config.dataDir), ...deep];
    }),
  );
  return note(config, at, findings);
}

export function note({ dataDir }: Pick<Config, "dataDir">, at: Date, findings: readonly Finding[]): Outcome {
  const wrong = findings.filter(({ state }) => state === "wrong");
  const told = wrong.length > 0 ? wrong : findings;
  const fixes = new Set(told.flatMap(({ fix }) => fix ?? []));
  const text = [...told.map((finding) => finding.text), ...fixes].join(" ");
  const unread = findings.some(({ about, state }) => about === PAGES && state === "note");
  noteCheck(dataDir, { at: at.toISOString(), state: wrong.length > 0 ? "damaged" : unread ? "partial" : "ok", text });
  return { text, isGood: wrong.length === 0 };
}

/** People at work come first, also at night; and what this asked for ends soon after it has ended. */
async function stepBack(client: ClientBase, { databaseUrl }: Pick<Config, "databaseUrl">): Promise<void> {
  await client.query("set client_connection_check_interval = '10s'");
  if (databaseUrl !== null) return;
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  try {
    setPriority(rows[0]?.pid ?? 0, constants.priority.PRIORITY_LOW);
  } catch {
    // Of another account, or in another container: then it reads at the usual priority.
  }
}
