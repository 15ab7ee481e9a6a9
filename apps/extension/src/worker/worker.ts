/** The extension's worker. */
import { fieldsOf } from "./fields.ts";

/** For the extension's own pages and its developer: what Coffer sees in a tab. */
Object.assign(globalThis, { fieldsOf });
