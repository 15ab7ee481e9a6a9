/** Which picture an item has (decision Z-14): its own favicon, else the mark of a well-known site, else a letter on the colour of its site, else the sign of its kind. */
import { letterTile, siteHost, type Tile } from "@coffer/core/items/display";
import { DECRYPTION_FAILED, type Item, titleOf } from "@coffer/core/items/item";
import type { MarkOf } from "./brands.ts";

export type SitePicture =
  | { readonly show: "favicon"; readonly address: string }
  | { readonly show: "mark"; readonly path: string }
  | { readonly show: "letter"; readonly tile: Tile }
  | { readonly show: "kind" };

/** A picture that is in the item itself. A picture's address is stored and exported, but never requested: its server would learn when the user looks at their items. */
const FAVICON = /^data:image\/(png|jpeg|gif|webp|x-icon|vnd\.microsoft\.icon);base64,/i;

interface Options {
  /** A picture that did not load. */
  readonly broken?: string | null;
  readonly markOf?: MarkOf;
}

export function sitePicture(item: Pick<Item, "kind" | "fields">, { broken = null, markOf = () => null }: Options = {}): SitePicture {
  const host = siteHost(item.fields.website_url ?? "");
  const address = item.fields.favicon_url?.trim() ?? "";
  if (FAVICON.test(address) && address !== broken) return { show: "favicon", address };
  const path = host ? markOf(item.fields.website_url ?? "") : null;
  if (path !== null) return { show: "mark", path };
  const name = titleOf(item);
  // A title that did not open gives no letter.
  return host && name !== DECRYPTION_FAILED ? { show: "letter", tile: letterTile(host, name) } : { show: "kind" };
}
