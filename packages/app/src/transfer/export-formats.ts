/** EXPORT_FORMATS: the files the vault can be exported as. Every one is made in this browser; nothing is uploaded. */
import type { Contents } from "@coffer/client";
import { sealBackup } from "@coffer/client/backup";
import { planBackup, writeBackup } from "@coffer/core/transfer/backup";
import { planCxf, writeCxf } from "@coffer/core/transfer/cxf-export";
import { type ExportPlan, exportCsv, planExport } from "@coffer/core/transfer/export";

export interface ExportChoice {
  /** Also the kinds that the CSV file normally leaves out (decision V-03). */
  readonly includeCards: boolean;
  /** Where the format may be opened in a spreadsheet: formulas are written as text. */
  readonly isSafeForSheets: boolean;
  /** Of the file itself, where the format is sealed. */
  readonly filePassword: string;
}

/** How many items a file will not hold, and why; and what of the others it will not. */
export type ExportCounts = Pick<ExportPlan, "leftOut" | "unreadable" | "behind">;

interface Sources {
  readonly random: (length: number) => Uint8Array;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Of this server. */
  readonly host: string;
}

export interface ExportFormat {
  readonly name: string;
  readonly about: string;
  readonly extension: "csv" | "json";
  readonly mediaType: string;
  /** Anyone who has the file can read it; otherwise it asks for a password of its own. */
  readonly readable: boolean;
  /** Whether it leaves kinds out unless they are asked for. */
  readonly partial: boolean;
  /** What it has no place for, apart from what is counted. */
  readonly without?: string;
  /** What is worth a warning, apart from that everyone can read it. */
  readonly caution?: string;
  readonly count: (contents: Contents, choice: ExportChoice) => ExportCounts;
  /** @param contents with all fields opened. */
  readonly write: (contents: Contents, choice: ExportChoice, sources: Sources) => string | Promise<string>;
}

const vaultNames = ({ vaults }: Contents): ReadonlyMap<string, string> =>
  new Map(vaults.filter(({ state }) => state === "intact").map(({ id, name }) => [id, name]));

const countBackup = (contents: Contents): ExportCounts => ({ leftOut: 0, unreadable: planBackup(contents).unreadable, behind: [] });

const EXPORT_FORMATS = {
  csv: {
    name: "CSV",
    about: "A table that other password managers and spreadsheets read.",
    extension: "csv",
    mediaType: "text/csv",
    readable: true,
    partial: true,
    without: "dates, colors of vaults, how web addresses are matched",
    caution:
      "Values are written exactly as they are, on purpose, so that passwords come back: a spreadsheet may run one that begins with =, +, - or @ as a formula.",
    count: ({ items }, { includeCards }) => planExport({ items, includeCards }),
    write: (contents, { includeCards, isSafeForSheets }) =>
      exportCsv({ items: contents.items, vaultNames: vaultNames(contents), includeCards, isSafeForSheets }),
  },
  json: {
    name: "Complete JSON",
    about: "Everything you have, with cards, tags, codes and history.",
    extension: "json",
    mediaType: "application/json",
    readable: true,
    partial: false,
    count: countBackup,
    write: (contents, _, { now }) => writeBackup({ ...contents, now }),
  },
  sealed: {
    name: "Encrypted JSON",
    about: "The same under a password of its own: right for a backup.",
    extension: "json",
    mediaType: "application/json",
    readable: false,
    partial: false,
    count: countBackup,
    write: (contents, { filePassword }, { now, random }) => sealBackup(writeBackup({ ...contents, now }), filePassword, random),
  },
  cxf: {
    name: "Credential Exchange (CXF)",
    about: "What other password managers take over, passkeys included.",
    extension: "json",
    mediaType: "application/json",
    readable: true,
    partial: false,
    without: "colors of vaults, how web addresses are matched, passkeys that were removed",
    count: (contents) => ({ leftOut: 0, ...planCxf(contents) }),
    write: (contents, _, sources) => writeCxf({ ...contents, ...sources }),
  },
} as const satisfies Record<string, ExportFormat>;

export type FormatId = keyof typeof EXPORT_FORMATS;
export const FORMAT_IDS = Object.keys(EXPORT_FORMATS) as readonly FormatId[];
/** The row of a format, seen as its general shape. */
export const formatOf = (id: FormatId): ExportFormat => EXPORT_FORMATS[id];
