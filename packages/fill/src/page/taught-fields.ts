/** Fields to which the user assigned a role, and how they are recognized after a reload. */
import type { Role } from "../roles.ts";
import type { Control } from "./find-controls.ts";

/** A field's name and id, and its position among fields with the same ones. These stay the same between page loads. */
export interface FieldFingerprint {
  readonly tag: string;
  readonly name: string;
  readonly id: string;
  readonly at: number;
}

export interface TaughtRole {
  readonly mark: FieldFingerprint;
  /** `none`: never fill it. */
  readonly role: Role;
}

const isCalled = (control: Control, { tag, name, id }: Omit<FieldFingerprint, "at">): boolean =>
  control.localName === tag && (control.getAttribute("name") ?? "") === name && (control.getAttribute("id") ?? "") === id;

/** @param controls - all of the document, in order. */
export function fingerprintOf(control: Control, controls: readonly Control[]): FieldFingerprint {
  const mark = { tag: control.localName, name: control.getAttribute("name") ?? "", id: control.getAttribute("id") ?? "" };
  return { ...mark, at: controls.filter((other) => isCalled(other, mark)).indexOf(control) };
}

/** @returns the assigned roles by field; fields that no longer exist are skipped. */
export const taughtRoles = (controls: readonly Control[], taught: readonly TaughtRole[]): ReadonlyMap<Control, Role> =>
  new Map(
    taught.flatMap(({ mark, role }) => {
      const control = controls.filter((other) => isCalled(other, mark))[mark.at];
      return control === undefined ? [] : [[control, role] as const];
    }),
  );
