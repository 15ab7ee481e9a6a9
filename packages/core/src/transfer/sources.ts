/**
 * SOURCES: the programs whose files can be imported. A row maps its columns and types to those of our own export, and names which of READERS
 * (readers.ts) reads its format; our own backups need no translation. To add a source, add a row here and a real sample in fixtures/; one of a new format
 * needs a reader, too.
 */
import { IMPORT_MAX_BYTES } from "../constants.ts";
import type { Source } from "./source.ts";
import { BROWSERS } from "./sources/browsers.ts";
import { OWN_SOURCES } from "./sources/csv-and-backup.ts";
import { MANAGERS_1 } from "./sources/managers-1.ts";
import { MANAGERS_A } from "./sources/managers-a.ts";
import { MANAGERS_K } from "./sources/managers-k.ts";
import { MANAGERS_Z } from "./sources/managers-z.ts";

/** Headings of the first step (specification 3 §2), in order. */
export const SOURCE_GROUPS = {
  browser: "From your browser",
  manager: "From another password manager",
  other: "From somewhere else",
  own: "From your own backup",
} as const satisfies Record<Source["group"], string>;

export const SOURCES = {
  ...BROWSERS,
  ...MANAGERS_A,
  ...MANAGERS_K,
  ...MANAGERS_1,
  ...MANAGERS_Z,
  ...OWN_SOURCES,
} as const satisfies Record<string, Source>;

export type SourceId = keyof typeof SOURCES;
export const SOURCE_IDS = Object.keys(SOURCES) as readonly SourceId[];
export const isSourceId = (id: string): id is SourceId => Object.hasOwn(SOURCES, id);
/** The row of a source, as its general type. */
export const sourceOf = (id: SourceId): Source => SOURCES[id];

export const maxBytesOf = (id: SourceId): number => sourceOf(id).maxBytes ?? IMPORT_MAX_BYTES;
