/** A backup is read once, whether its source was chosen or has to be found out; core/transfer/recognise.test.ts says the same of tables. */
import type { Client } from "@coffer/client";
import { writeBackup } from "@coffer/core/transfer/backup";
import type { SourceId } from "@coffer/core/transfer/sources";
import { afterEach, expect, it, vi } from "vitest";
import { readFile } from "./read-file.ts";

const client = { vault: { pull: async () => ({ items: [], vaults: [] }), openMany: async () => [] } } as unknown as Client;
const BACKUP = writeBackup({ items: [], vaults: [], now: 0 });

afterEach(() => void vi.restoreAllMocks());

/** How many characters were parsed while the file was read. */
async function parsedOf(chosen: SourceId | null): Promise<number> {
  const parse = vi.spyOn(JSON, "parse");
  expect((await readFile(client, chosen, new File([BACKUP], "backup.json"))).type).toBe("read");
  return parse.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
}

it("parses a backup as often as when it is said to be one: to see whether it is sealed, and to read it", async () => {
  const chosen = await parsedOf("coffer");
  vi.restoreAllMocks();
  expect(chosen).toBe(2 * BACKUP.length);
  expect(await parsedOf(null)).toBe(chosen);
});
