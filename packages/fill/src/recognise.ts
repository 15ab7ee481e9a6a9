/** Determines the role of every field in a document. Only reads the page; the same page always gives the same result. */

import { assignPage } from "./classify/assign-page.ts";
import type { Control } from "./page/find-controls.ts";
import { surroundingsOf } from "./page/form-groups.ts";
import { readPage } from "./page/read-page.ts";
import { type TaughtRole, taughtRoles } from "./page/taught-fields.ts";
import type { Role } from "./roles.ts";

export interface RecognisedField {
  readonly control: Control;
  readonly role: Role;
  /** Index of its form in the document; -1 for a field without a role. */
  readonly form: number;
}

export interface Options {
  /** False when each frame runs its own script. */
  readonly withFrames?: boolean;
  readonly thisYear?: number;
  /** Roles the user assigned to fields of this page: they override the recognized ones. */
  readonly taught?: readonly TaughtRole[];
}

/** @returns one entry for each input, select and textarea: the document's own in order, then those in shadow roots and frames. */
export function recognise(document: Document, options: Options = {}): RecognisedField[] {
  const { withFrames = false, thisYear = new Date().getFullYear(), taught = [] } = options;
  const { controls, forms, once } = readPage(document, withFrames, thisYear);
  const told = taughtRoles(controls, taught);
  const found = new Map<Control, RecognisedField>();
  const placed = assignPage(forms.map(({ holder, facts }) => ({ facts, surroundings: () => surroundingsOf(holder, once) })));
  for (const { fields, form } of placed) {
    for (const { facts, role: read } of fields) {
      const role = told.get(facts.control) ?? read;
      if (role !== null && role !== "none") found.set(facts.control, { control: facts.control, role, form });
    }
  }
  return controls.map((control) => found.get(control) ?? { control, role: "none", form: -1 });
}
