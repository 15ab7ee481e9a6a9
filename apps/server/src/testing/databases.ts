/** A database of the run's one PostgreSQL, for the worker that runs a test file. */
import { Pool, type PoolConfig } from "pg";
import { inject } from "vitest";
import { removeDeadConnections } from "../db/connect.ts";
import { PRODUCT_ROLE } from "../db/row-level-security.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where postgres.ts hands out databases. */
    databases: string;
  }
}

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Its database may be dropped while the last connection is still closing: that is no error of the test that runs then. */
export async function newDatabase(): Promise<TestDatabase> {
  const url = await ask("POST", "");
  return { url, drop: async () => void (await ask("DELETE", new URL(url).pathname)) };
}

/** The same database, as the role that serves people. */
export const asProduct = (url: string): string => Object.assign(new URL(url), { username: PRODUCT_ROLE }).href;

/** Its database may be dropped while the last connection is still saying goodbye: that is no error of the test that runs then. */
export const withoutReports = <P extends Pool>(pool: P): P => removeDeadConnections(pool.on("error", () => undefined));

export const openTestPool = (options: PoolConfig): Pool => withoutReports(new Pool(options));

async function ask(method: string, path: string): Promise<string> {
  const response = await fetch(new URL(path, inject("databases")), { method });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
