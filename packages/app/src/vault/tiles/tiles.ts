/** TILES: how each kind looks in a grid. Only presentation differs; KINDS says what an item is made of. Sizes are CSS pixels. */
import type { KindName } from "@coffer/core/items/kinds";
import type { ComponentType } from "react";
import { BankTile } from "./BankTile.tsx";
import { CardTile } from "./CardTile.tsx";
import { NoteTile } from "./NoteTile.tsx";
import { PasswordTile } from "./PasswordTile.tsx";
import { PersonTile } from "./PersonTile.tsx";
import type { TileProps } from "./tile.ts";

export type CopyKey = "copyUser" | "copySecret" | "copyCode";

export interface TileRow {
  readonly Tile: ComponentType<TileProps>;
  /** What the tile is made of. */
  readonly look: "plain" | "paper" | "plastic" | "banded";
  /** Tiles are at least this wide; they share what is left of a line. */
  readonly minWidth: number;
  readonly height: number;
  /** On narrow screens: a line of a list, or the tile in one column. */
  readonly narrow: "row" | "tile";
  /** Fields with a copy button, where the item has them. */
  readonly copies: readonly string[];
  /** What the keys of an item copy and show; a kind without such a field leaves the key alone. */
  readonly keys: Readonly<Partial<Record<CopyKey, string>>>;
  /** The menu offers Edit and Delete on narrow screens whatever the permission is (decision V-07). */
  readonly openMenu: boolean;
  /** The page of favourites shows the star on the tile (specification 2 §2 leaves it out on passwords). */
  readonly starInFavorites: boolean;
  /** Its tile says what is in it; an eye above the list hides that. */
  readonly saysText?: true;
}

export const TILES: Record<KindName, TileRow> = {
  password: {
    Tile: PasswordTile,
    look: "plain",
    minWidth: 292,
    height: 72,
    narrow: "row",
    copies: ["username", "password", "totp"],
    keys: { copyUser: "username", copySecret: "password", copyCode: "totp" },
    openMenu: false,
    starInFavorites: false,
  },
  note: {
    Tile: NoteTile,
    look: "paper",
    minWidth: 240,
    height: 208,
    narrow: "tile",
    copies: ["notes"],
    keys: { copySecret: "notes" },
    saysText: true,
    openMenu: false,
    starInFavorites: true,
  },
  card: {
    Tile: CardTile,
    look: "plastic",
    minWidth: 288,
    height: 186,
    narrow: "tile",
    copies: ["card_number"],
    keys: { copyUser: "card_holder_name", copySecret: "card_number", copyCode: "cvv" },
    openMenu: false,
    starInFavorites: true,
  },
  bank: {
    Tile: BankTile,
    look: "banded",
    minWidth: 292,
    height: 208,
    narrow: "tile",
    copies: ["iban_number", "account_number"],
    keys: { copyUser: "iban_number", copySecret: "account_number" },
    openMenu: false,
    starInFavorites: true,
  },
  personal: {
    Tile: PersonTile,
    look: "plain",
    minWidth: 276,
    height: 172,
    narrow: "tile",
    copies: ["email_address"],
    keys: { copyUser: "email_address" },
    openMenu: true,
    starInFavorites: true,
  },
};

/** Height of one line in lists, by density. */
export const ROW_HEIGHTS = { cozy: 54, compact: 44, slim: 54 } as const;
/** The same on narrow screens: a finger's size, and air between two of them. */
export const NARROW_ROW_HEIGHT = 64;
export const TILE_GAP = 16;
