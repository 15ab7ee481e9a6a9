/** Three-way merge of what a person decides of a vault. Of what both sides changed, theirs is kept in the result and is named: it is replaced only by who has been told. */
import { DEFAULT_VAULT_COLOR, DEFAULT_VAULT_ICON } from "../constants.ts";
import type { Vault } from "./item.ts";
import { mergeFields } from "./merge-fields.ts";

export type VaultLook = Pick<Vault, "name" | "description" | "color" | "icon">;

/** What is said of each in a form. */
export const VAULT_LABELS = { name: "Name", description: "Description", color: "Color", icon: "Icon" } as const satisfies Record<
  keyof VaultLook,
  string
>;

/** As it is shown: a vault of an import may have neither colour nor icon. */
export const lookOfVault = ({ name, description, color, icon }: VaultLook): VaultLook => ({
  name,
  description,
  color: color || DEFAULT_VAULT_COLOR,
  icon: icon || DEFAULT_VAULT_ICON,
});

interface Looks {
  readonly base: VaultLook;
  readonly mine: VaultLook;
  readonly theirs: VaultLook;
}

interface MergedLook {
  readonly merged: VaultLook;
  /** Both changed it, to something else. */
  readonly conflicts: readonly (keyof VaultLook)[];
  /** What of theirs came into it. */
  readonly taken: readonly (keyof VaultLook)[];
}

export function mergeVaults(looks: Looks): MergedLook {
  const [base, mine, theirs] = [looks.base, looks.mine, looks.theirs].map((look) => ({ ...lookOfVault(look) })) as [Look, Look, Look];
  const found = mergeFields({ base, mine, theirs });
  const names = changedOfVault(base, theirs);
  const isConflict = (name: string): boolean => found.conflicts.includes(name);
  return {
    merged: { ...theirs, ...found.merged },
    conflicts: names.filter(isConflict),
    taken: names.filter((name) => !isConflict(name) && mine[name] !== theirs[name]),
  };
}

/** So that it counts as any record of texts. */
type Look = { [Name in keyof VaultLook]: string };

export function changedOfVault(before: VaultLook, after: VaultLook): (keyof VaultLook)[] {
  const [was, is] = [lookOfVault(before), lookOfVault(after)];
  return (Object.keys(VAULT_LABELS) as (keyof VaultLook)[]).filter((name) => was[name] !== is[name]);
}
