/** Fields that a person has pointed at: how one is known again when its page is loaded anew. */
import type { Role } from "../roles.ts";
import type { Control } from "./find-controls.ts";

/** What a field is called, and which of those called so it is. Pages draw such fields anew with each load; their names stay. */
export interface FieldFingerprint {
  readonly tag: string;
  readonly name: string;
  readonly id: string;
  readonly at: number;
}

export interface TaughtRole {
  readonly mark: FieldFingerprint;
  /** `none`: it is to be left alone. */
  readonly role: Role;
}

const isCalled = (control: Control, { tag, name, id }: Omit<FieldFingerprint, "at">): boolean =>
  control.localName === tag && (control.getAttribute("name") ?? "") === name && (control.getAttribute("id") ?? "") === id;

/** @param controls - all of the document, in their order. */
export function fingerprintOf(control: Control, controls: readonly Control[]): FieldFingerprint {
  const mark = { tag: control.localName, name: control.getAttribute("name") ?? "", id: control.getAttribute("id") ?? "" };
  return { ...mark, at: controls.filter((other) => isCalled(other, mark)).indexOf(control) };
}

/** @returns by field what was said of it; a field that is not there any more is not found. */
export const taughtRoles = (controls: readonly Control[], taught: readonly TaughtRole[]): ReadonlyMap<Control, Role> =>
  new Map(
    taught.flatMap(({ mark, role }) => {
      const control = controls.filter((other) => isCalled(other, mark))[mark.at];
      return control === undefined ? [] : [[control, role] as const];
    }),
  );
