/** The version of the server, from its package.json; the same for src and dist. */
import { readFileSync } from "node:fs";

export const VERSION = (JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string }).version;
