/** Which picture stands for an item (decision Z-14): its own favicon, else a letter on the colour of its site, else the sign of its kind. */
import { letterTile, siteHost, type Tile } from "@coffer/core/items/display";
import { DECRYPTION_FAILED, type Item, titleOf } from "@coffer/core/items/item";

export type SitePicture =
  | { readonly show: "favicon"; readonly address: string }
  | { readonly show: "letter"; readonly tile: Tile }
  | { readonly show: "kind" };

/** Only what cannot disclose anything in clear: https, or a picture that is in the item itself. */
const FAVICON = /^https:\/\/|^data:image\/(png|jpeg|gif|webp|x-icon|vnd\.microsoft\.icon);base64,/i;

interface Situation {
  /** The address of a picture that did not load. */
  readonly broken?: string | null;
  /** The person allowed the sites themselves to be asked, which tells them that their login is looked at. */
  readonly asksSites?: boolean;
}

export function sitePicture(item: Pick<Item, "kind" | "fields">, { broken = null, asksSites = false }: Situation = {}): SitePicture {
  const host = siteHost(item.fields.website_url ?? "");
  const own = item.fields.favicon_url?.trim() ?? "";
  const address = FAVICON.test(own) || !asksSites || !host ? own : `https://${host}/favicon.ico`;
  if (FAVICON.test(address) && address !== broken) return { show: "favicon", address };
  const name = titleOf(item);
  // A title that did not open gives no letter.
  return host && name !== DECRYPTION_FAILED ? { show: "letter", tile: letterTile(host, name) } : { show: "kind" };
}
