/** Reads formats entry by entry: FORMATS defines the entries, and this turns them into candidates. */
import type { Candidate, ImportError, ImportReading, ImportRefusal } from "../candidate.ts";
import type { Entry, Format } from "../formats/format.ts";
import { FORMATS, type FormatName } from "../formats/formats.ts";
import { linesOf1Pif } from "../formats/onepassword-1pif.ts";
import type { Reader } from "../reader.ts";
import { parseXml } from "../xml.ts";

/** Turns each entry into a row. @param lineOf - the line of an entry, by its index. */
export function readEntries(entries: readonly Entry[], lineOf: (index: number) => number = (index) => index + 1): ImportReading {
  const candidates: Candidate[] = [];
  const errors: ImportError[] = [];
  const refused: ImportRefusal[] = [];
  for (const [index, entry] of entries.entries()) {
    const row = index + 1;
    const { candidate, messages } = "refused" in entry ? { candidate: undefined, messages: [entry.refused] } : entry.finish(row);
    if (candidate) candidates.push(candidate);
    else refused.push({ row, message: messages.join(" ") });
    errors.push(...messages.map((message) => ({ line: lineOf(index), message })));
  }
  return { candidates, vaults: [], errors, refused };
}

/** @param parse - parses the text for the formats of this reader; null when it is none of them. */
const readerOf = <File>(parse: (text: string) => File | null, formats: Readonly<Partial<Record<FormatName, Format<File>>>>): Reader => ({
  open: (text) => {
    const file = parse(text);
    if (file === null) return null;
    const formatOf = (name = ""): Format<File> | undefined => {
      const format = Object.entries(formats).find(([known]) => known === name)?.[1];
      return format?.is(file) ? format : undefined;
    };
    return {
      fit: ({ format }) => (formatOf(format) ? 1 : 0),
      read: ({ format }) => {
        const known = formatOf(format);
        return known ? readEntries(known.entries(file)) : null;
      },
    };
  },
});

function parseJson(text: string): unknown {
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  if (!/^[[{]/.test(trimmed)) return null;
  try {
    return JSON.parse(trimmed);
  } catch {
    return null; // not JSON: left to another reader
  }
}

export const jsonReader = readerOf(parseJson, FORMATS.json);
export const xmlReader = readerOf(parseXml, FORMATS.xml);
export const onePifReader = readerOf(linesOf1Pif, FORMATS.lines);
