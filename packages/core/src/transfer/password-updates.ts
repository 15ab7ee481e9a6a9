/** Logins of a file that exist in the vault with another password, and how to update them. Compared only on this device, like the whole review. */
import { siteHost } from "../items/display.ts";
import type { FieldValues } from "../items/item.ts";
import type { KindName } from "../items/kinds.ts";
import { caseless } from "../text.ts";
import type { Candidate } from "./candidate.ts";

/** The choices for candidates whose password differs from the vault's. */
export const CHANGED_CHOICES = {
  both: "Keep both",
  update: "Update the password in the vault",
  skip: "Skip them",
} as const;
export type ChangedChoice = keyof typeof CHANGED_CHOICES;

interface Login {
  readonly kind: KindName;
  readonly fields: FieldValues;
}
type KnownLogin = Login & { readonly id: string };

/** Identifies a login by site and user; null for other kinds. The path of the address is ignored. */
export function loginKey({ kind, fields }: Login): string | null {
  const host = siteHost(fields.website_url ?? "");
  const user = caseless(fields.username?.trim() ?? "");
  return kind === "password" && host && user ? JSON.stringify([caseless(host), user]) : null;
}

/** By `loginKey`; null if two items have the same site and user, so that it is unclear which one to update. */
export type Logins = Map<string, KnownLogin | null>;

export function addLogins(logins: Logins, existing: readonly KnownLogin[]): void {
  for (const item of existing) {
    const key = loginKey(item);
    if (key !== null) logins.set(key, logins.has(key) ? null : item);
  }
}

/** @param isThere - whether the vault already has an equal item. @returns candidate id to item id. */
export function findChangedPasswords(
  candidates: readonly Candidate[],
  logins: Readonly<Pick<Logins, "size" | "get">>,
  isThere: (candidate: Candidate) => boolean,
): Map<string, string> {
  const changed = new Map<string, string>();
  for (const candidate of logins.size === 0 ? [] : candidates) {
    const item = logins.get(loginKey(candidate) ?? "");
    const isOther = item && candidate.password !== "" && item.fields.password !== candidate.password;
    if (isOther && !isThere(candidate)) changed.set(candidate.id, item.id);
  }
  return changed;
}

export interface PasswordUpdate {
  /** Id of the item in the vault. */
  readonly itemId: string;
  readonly password: string;
}

interface Reviewed {
  readonly candidates: readonly Candidate[];
  readonly changed: ReadonlyMap<string, string>;
}

/** The passwords of selected candidates that replace those in the vault; of two for one item the last counts. */
export function passwordUpdates({ candidates, changed }: Reviewed, selected: ReadonlySet<string>, choice: ChangedChoice): PasswordUpdate[] {
  const updates = new Map<string, string>();
  for (const { id, password } of choice === "update" ? candidates : []) {
    const itemId = changed.get(id);
    if (itemId !== undefined && selected.has(id)) updates.set(itemId, password);
  }
  return [...updates].map(([itemId, password]) => ({ itemId, password }));
}
