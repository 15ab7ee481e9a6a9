/**
 * Several machines on one database: one of them does the work of a night, and each tells of it (metrics, readiness, doctor). So its result is in the database too,
 * and every server takes from there what is newer than what it has itself. The file stays what is read: the database may be the one at fault.
 */
import { eq } from "drizzle-orm";
import { bypassRls } from "../db/bypass-row-level-security.ts";
import { setting } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import { errorFields } from "../log.ts";

interface Result {
  /** ISO 8601: when it began. */
  readonly at: string;
}

interface Kept<T extends Result> {
  readonly name: "last-backup" | "last-check";
  /** What this machine has. */
  readonly read: () => T | null;
  /** Takes what another one has told. */
  readonly take: (told: T) => void;
}

/** A bundled database has one machine. */
const isShared = ({ config }: Deps): boolean => config.databaseUrl !== null;

/** Hourly, and before it is looked whether something is due. */
export async function learn<T extends Result>(deps: Deps, { name, read, take }: Kept<T>): Promise<void> {
  if (!isShared(deps)) return;
  try {
    const [row] = await bypassRls("server", () => deps.db.select().from(setting).where(eq(setting.name, name)));
    const told = row?.value as T | undefined;
    if (told !== undefined && told.at > (read()?.at ?? "")) take(told);
  } catch (error) {
    deps.log.warn("results.not-shared", { name, ...errorFields(error) });
  }
}

export async function tell<T extends Result>(deps: Deps, { name, read }: Pick<Kept<T>, "name" | "read">): Promise<void> {
  const value = read();
  if (!isShared(deps) || value === null) return;
  try {
    await bypassRls("server", () =>
      deps.db.insert(setting).values({ name, value }).onConflictDoUpdate({ target: setting.name, set: { value } }),
    );
  } catch (error) {
    deps.log.warn("results.not-shared", { name, ...errorFields(error) });
  }
}
