/** Within its folder: a renamed file is durable under its new name only after that is synced. */
import { renameSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";

export async function renameDurably(from: string, to: string): Promise<void> {
  renameSync(from, to);
  const folder = await open(dirname(to), "r");
  await folder.sync().catch(() => undefined); // Some file systems have nothing to do there, and say so.
  await folder.close();
}
