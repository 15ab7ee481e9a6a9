/** Items and vaults as the client would hand them out, for tests of screens. */
import type { Item, Vault } from "@coffer/core/items/item";
import { ANN } from "./ann.ts";

const AT = Date.UTC(2026, 0, 15, 12);
const own = {
  scopeId: ANN.personalVaultId,
  revision: 1,
  state: "intact",
  createdAt: AT,
  updatedAt: AT,
  isOwner: true,
  permission: "write",
} as const;

export const aVault = (name: string, more: Partial<Vault> = {}): Vault => ({
  ...own,
  id: crypto.randomUUID(),
  name,
  description: "",
  color: "#3B82F6",
  icon: "folder",
  ...more,
});

/** A login, unless `kind` and `fields` say otherwise. */
export const anItem = (title: string, more: Partial<Item> = {}): Item => ({
  ...own,
  id: crypto.randomUUID(),
  kind: "password",
  categoryId: null,
  favourite: false,
  lastUsedAt: null,
  ...more,
  fields: { title, ...more.fields },
});
