/** What can be chosen in the share dialog: the user's own items and vaults, by the type checkboxes of the specification (3 §2). */
import type { Contents } from "@coffer/client";
import { titleOf } from "@coffer/core/items/item";
import type { RecordKind } from "@coffer/core/items/kinds";
import { compareNames } from "@coffer/core/items/names";
import { mayOrganise, mayShare } from "../vault/item/rights.ts";

/** The five of the specification in its order, and notes (decision 0008). */
export const SHARE_TYPES = [
  { kind: "password", label: "Passwords", group: "Passwords" },
  { kind: "card", label: "Cards", group: "Cards" },
  { kind: "bank", label: "Banks", group: "Bank Accounts" },
  { kind: "personal", label: "Personal", group: "Personal Details" },
  { kind: "note", label: "Notes", group: "Notes" },
  { kind: "category", label: "Vault", group: "Vault" },
] as const satisfies readonly { readonly kind: RecordKind; readonly label: string; readonly group: string }[];

export type ShareType = (typeof SHARE_TYPES)[number]["kind"];

export interface Shareable {
  readonly id: string;
  readonly kind: RecordKind;
  readonly name: string;
}

/** The user's own. */
export function shareables({ items, vaults }: Contents): Shareable[] {
  const own = items.filter(mayShare);
  const ownVaults = vaults.filter((vault) => mayOrganise(vault) && vault.state === "intact");
  return [
    ...own.map((item) => ({ id: item.id, kind: item.kind, name: titleOf(item) })),
    ...ownVaults.map(({ id, name }) => ({ id, kind: "category" as const, name })),
  ];
}

/** The groups of the list, of the types that are checked, each by name. */
export const groupsOf = (all: readonly Shareable[], types: readonly ShareType[]) =>
  SHARE_TYPES.filter(({ kind }) => types.includes(kind)).map(({ kind, group }) => ({
    group,
    items: all
      .filter((one) => one.kind === kind)
      .toSorted((one, other) => compareNames(one.name, other.name))
      .map(({ id, name }) => ({ value: id, label: name })),
  }));
