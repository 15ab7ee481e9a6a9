/** Colors and icons of vaults: the offered choices, and the valid formats in forms, files and on the wire. */
import { DEFAULT_VAULT_COLOR, DEFAULT_VAULT_ICON } from "../constants.ts";

export interface Swatch {
  readonly name: string;
  /** `#RRGGBB` */
  readonly color: string;
}

/** All are distinguishable, visible on every surface of both themes (3:1), and dark enough for a white icon. The first one is the specification's. */
export const SWATCHES: readonly Swatch[] = [
  { name: "Blue", color: DEFAULT_VAULT_COLOR },
  { name: "Indigo", color: "#6E68EE" },
  { name: "Violet", color: "#9D54E7" },
  { name: "Magenta", color: "#CB33CB" },
  { name: "Rose", color: "#DF3767" },
  { name: "Copper", color: "#D24F17" },
  { name: "Brass", color: "#A76E0E" },
  { name: "Olive", color: "#62851C" },
  { name: "Green", color: "#1D8B58" },
  { name: "Verdigris", color: "#158693" },
];

export const VAULT_COLORS: readonly string[] = SWATCHES.map(({ color }) => color);

/** The icons offered for vaults: stored name and label. Unknown ones, from imports or other versions, are shown as the first. */
export const VAULT_ICONS = {
  [DEFAULT_VAULT_ICON]: "Folder",
  home: "Home",
  briefcase: "Work",
  users: "People",
  heart: "Heart",
  star: "Star",
  coin: "Money",
  bank: "Bank",
  cart: "Shopping",
  plane: "Travel",
  car: "Car",
  school: "School",
  book: "Books",
  code: "Code",
  server: "Servers",
  laptop: "Devices",
  game: "Games",
  music: "Music",
  health: "Health",
  paw: "Pets",
} as const;

export type VaultIconName = keyof typeof VAULT_ICONS;

export const isVaultIcon = (name: string): name is VaultIconName => Object.hasOwn(VAULT_ICONS, name);

export const COLOR_FORM = /^#[0-9A-Fa-f]{6}$/;
export const ICON_FORM = /^[a-z0-9-]{1,40}$/;

/** The color of a tag: derived from its name, so that it need not be stored. @param key - from `tagKey`. */
export function tagColor(key: string): string {
  let hash = 0x811c9dc5; // FNV-1a
  for (const character of key) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return VAULT_COLORS[hash % VAULT_COLORS.length] ?? DEFAULT_VAULT_COLOR;
}
