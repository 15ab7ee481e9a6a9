/**
 * The picture of an item in lists. It comes from the entry's own favicon or is drawn here; the site itself is asked only by those who chose so, and no
 * address of ours or of a third party ever, because that would tell which sites a person uses (decision Z-14).
 */
import { letterTile, siteHost } from "@coffer/core/items/display";
import { type Item, titleOf } from "@coffer/core/items/item";
import { useState } from "react";
import { useDeviceSettings } from "../ui/device-settings.ts";
import { KIND_ICONS } from "./kind-icons.tsx";

/** Pixels asked for; drawn smaller (specification 2 §9). */
const SOURCE_PX = 64;

export function SiteIcon({ item, size = 40 }: { item: Pick<Item, "kind" | "fields">; size?: number }) {
  const [failed, setFailed] = useState<string | null>(null);
  const { siteIcons } = useDeviceSettings();
  const host = siteHost(item.fields.website_url ?? "");
  const favicon = faviconOf(item) ?? (siteIcons && host ? `https://${host}/favicon.ico` : null);
  const box = { width: size, height: size };
  if (favicon && favicon !== failed) {
    return (
      <img
        className="site-icon"
        src={favicon}
        alt=""
        width={SOURCE_PX}
        height={SOURCE_PX}
        style={box}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setFailed(favicon)}
      />
    );
  }
  if (!host) return <KindTile kind={item.kind} size={size} />;
  const tile = letterTile(host, titleOf(item));
  return (
    <span className="site-icon site-icon-letter" style={{ ...box, background: tile.color, fontSize: size * 0.44 }} aria-hidden>
      {tile.letter}
    </span>
  );
}

/** The default tile: the sign of the kind. */
export function KindTile({ kind, size = 40 }: { kind: Item["kind"]; size?: number }) {
  const Icon = KIND_ICONS[kind];
  return (
    <span className="site-icon site-icon-kind" data-kind={kind} style={{ width: size, height: size }} aria-hidden>
      <Icon size={size * 0.55} stroke={1.7} />
    </span>
  );
}

/** Only what cannot disclose anything in clear: https, or a picture that is in the item itself. */
function faviconOf({ fields }: Pick<Item, "fields">): string | null {
  const address = fields.favicon_url?.trim() ?? "";
  return /^https:\/\//i.test(address) || /^data:image\/(png|jpeg|gif|webp|x-icon|vnd\.microsoft\.icon);base64,/i.test(address)
    ? address
    : null;
}
