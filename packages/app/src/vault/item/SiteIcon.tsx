/**
 * The picture of an item in lists. It comes from the entry's own favicon or is drawn here; the site itself is asked only by those who chose so, and no
 * address of ours or of a third party ever, because that would tell which sites a person uses (decision Z-14).
 */
import type { Item } from "@coffer/core/items/item";
import { useState } from "react";
import { useDeviceSettings } from "../../frame/device-settings.ts";
import { KIND_ICONS } from "./kind-icons.tsx";
import { sitePicture } from "./site-picture.ts";

/** Pixels asked for; drawn smaller (specification 2 §9). */
const SOURCE_PX = 64;

export function SiteIcon({ item, size = 40 }: { item: Pick<Item, "kind" | "fields">; size?: number }) {
  const [broken, setBroken] = useState<string | null>(null);
  const { siteIcons } = useDeviceSettings();
  const picture = sitePicture(item, { broken, asksSites: siteIcons });
  const box = { width: size, height: size };
  switch (picture.show) {
    case "favicon":
      return (
        <img
          className="site-icon"
          src={picture.address}
          alt=""
          width={SOURCE_PX}
          height={SOURCE_PX}
          style={box}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setBroken(picture.address)}
        />
      );
    case "letter":
      return (
        <span className="site-icon site-icon-letter" style={{ ...box, background: picture.tile.color, fontSize: size * 0.44 }} aria-hidden>
          {picture.tile.letter}
        </span>
      );
    case "kind":
      return <KindTile kind={item.kind} size={size} />;
  }
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
