/** A database of the run's one PostgreSQL, for the worker that runs a test file. */
import { inject } from "vitest";

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

/** Empty, with all tables. */
export async function newDatabase(): Promise<TestDatabase> {
  const url = await ask("POST", "");
  return { url, drop: async () => void (await ask("DELETE", new URL(url).pathname)) };
}

async function ask(method: string, path: string): Promise<string> {
  const response = await fetch(new URL(path, inject("databases")), { method });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
