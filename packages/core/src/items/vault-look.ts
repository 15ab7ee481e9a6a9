/** How vaults look: the colours offered for them, and what a colour and the name of an icon may be, in forms, files and on the wire. */
import { DEFAULT_VAULT_COLOR } from "../product.ts";

/** Each can be told from the others and carries a white sign on it in both themes. */
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

export const COLOR_FORM = /^#[0-9A-Fa-f]{6}$/;
export const ICON_FORM = /^[a-z0-9-]{1,40}$/;
