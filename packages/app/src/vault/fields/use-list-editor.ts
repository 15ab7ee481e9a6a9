/** The rows of a list editor between the text a form keeps and what is on the screen. */
import { useState } from "react";
import { editRows, entriesOf, type ListAction, type Rows, rowsOf } from "./list-editor.ts";

export interface ListEditing<Entry> {
  readonly rows: Rows<Entry>;
  readonly edit: (action: ListAction<Entry>) => void;
}

interface Options<Entry> {
  readonly value: string;
  readonly onType: (value: string) => void;
  readonly read: (text: string) => readonly Entry[];
  /** May leave out rows that say nothing yet. */
  readonly write: (entries: readonly Entry[]) => string;
}

export function useListEditor<Entry>({ value, onType, read, write }: Options<Entry>): ListEditing<Entry> {
  const [{ rows, text }, setState] = useState(() => ({ rows: rowsOf(read(value)), text: value }));
  // The text came from elsewhere, as when a stored draft is restored: the rows start over.
  if (value !== text) setState({ rows: rowsOf(read(value)), text: value });

  const edit = (action: ListAction<Entry>) => {
    const next = editRows(rows, action);
    const written = write(entriesOf(next));
    setState({ rows: next, text: written });
    if (written !== value) onType(written);
  };
  return { rows, edit };
}
