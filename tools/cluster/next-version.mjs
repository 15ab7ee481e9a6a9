/** A version that changes the tables: that of today with one migration more, in a folder of its own. */
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const TAG = "9999_next_version";
/** Safe under the version before, as every migration must be, and of the largest table. */
const SQL =
  "alter table record add column next_version integer not null default 0;\ncreate index record_next_version on record (next_version);\n";

/** @returns the root of the next version */
export function upgradeTo({ root, scratch }) {
  const next = join(scratch, "next-version");
  const server = join(next, "apps/server");
  mkdirSync(server, { recursive: true });
  for (const part of ["dist", "package.json", "src/db/migrations"])
    cpSync(join(root, "apps/server", part), join(server, part), { recursive: true });
  for (const part of ["node_modules", "packages", "apps/web", "apps/server/node_modules"])
    if (existsSync(join(root, part))) symlinkSync(join(root, part), join(next, part));
  addMigration(join(server, "src/db/migrations"));
  return next;
}

function addMigration(folder) {
  writeFileSync(join(folder, `${TAG}.sql`), SQL);
  const file = join(folder, "meta/_journal.json");
  const journal = JSON.parse(readFileSync(file, "utf8"));
  journal.entries.push({ ...journal.entries.at(-1), idx: journal.entries.length, when: Date.now(), tag: TAG });
  writeFileSync(file, JSON.stringify(journal));
}
