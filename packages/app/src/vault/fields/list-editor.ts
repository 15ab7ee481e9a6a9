/**
 * A list while it is edited, as a reducer without React. Rows keep their key while they move, and a row may be unfinished, which the text
 * the list is kept in cannot say.
 */

interface Row<Entry> {
  readonly key: number;
  readonly entry: Entry;
}

export type ListAction<Entry> =
  | { readonly type: "added"; readonly entry: Entry }
  | { readonly type: "changed"; readonly key: number; readonly entry: Entry }
  | { readonly type: "moved"; readonly key: number; readonly by: -1 | 1 }
  | { readonly type: "removed"; readonly key: number };

export type Rows<Entry> = readonly Row<Entry>[];

export const rowsOf = <Entry>(entries: readonly Entry[]): Rows<Entry> => entries.map((entry, key) => ({ key, entry }));
export const entriesOf = <Entry>(rows: Rows<Entry>): Entry[] => rows.map(({ entry }) => entry);

export function editRows<Entry>(rows: Rows<Entry>, action: ListAction<Entry>): Rows<Entry> {
  switch (action.type) {
    case "added":
      return [...rows, { key: newKey(rows), entry: action.entry }];
    case "changed":
      return rows.map((row) => (row.key === action.key ? { key: row.key, entry: action.entry } : row));
    case "moved":
      return moved(rows, action.key, action.by);
    case "removed":
      return rows.filter(({ key }) => key !== action.key);
  }
}

/** The key a row added now would have. */
export const newKey = <Entry>(rows: Rows<Entry>): number => Math.max(-1, ...rows.map(({ key }) => key)) + 1;

/** The row that gets the focus when one is removed: the one that takes its place, else the last; null when none is left. */
export function neighbourOf<Entry>(rows: Rows<Entry>, key: number): number | null {
  const at = rows.findIndex((row) => row.key === key);
  return (rows[at + 1] ?? rows[at - 1])?.key ?? null;
}

/** At either end a row stays where it is. */
function moved<Entry>(rows: Rows<Entry>, key: number, by: -1 | 1): Rows<Entry> {
  const from = rows.findIndex((row) => row.key === key);
  const [row, other] = [rows[from], rows[from + by]];
  return row && other ? rows.with(from, other).with(from + by, row) : rows;
}
