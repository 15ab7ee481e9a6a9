/** Colours offered for vaults; each can be told from the others and carries a white sign on it in both themes. */
import { DEFAULT_VAULT_COLOR } from "@coffer/core/product";

export const VAULT_COLORS = [
  DEFAULT_VAULT_COLOR,
  "#4F46E5",
  "#7C3AED",
  "#A21CAF",
  "#BE123C",
  "#C2410C",
  "#A16207",
  "#4D7C0F",
  "#047857",
  "#0E7490",
] as const;
