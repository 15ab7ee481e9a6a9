/** The picture of an item in lists: one that is in the item itself, or drawn here. Nothing is loaded from any address, since that would tell which sites a person uses (decision Z-14). */
import type { Item } from "@coffer/core/items/item";
import { memo, type ReactNode, useState } from "react";
import { useMarks } from "./brands.ts";
import { KIND_ICONS } from "./kind-icons.tsx";
import styles from "./SiteIcon.module.css";
import { sitePicture } from "./site-picture.ts";

/** Pixels asked for; drawn smaller (specification 2 §9). */
const SOURCE_PX = 64;

export const SiteIcon = memo(function SiteIcon({ item, size = 40 }: { item: Pick<Item, "kind" | "fields">; size?: number }) {
  const [broken, setBroken] = useState<string | null>(null);
  const picture = sitePicture(item, { broken, markOf: useMarks() });
  const box = { width: size, height: size };
  switch (picture.show) {
    case "favicon":
      return (
        <img
          className={styles.icon}
          src={picture.address}
          alt=""
          width={SOURCE_PX}
          height={SOURCE_PX}
          style={box}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(picture.address)}
        />
      );
    case "mark":
      return (
        <SignTile size={size}>
          <svg viewBox="0 0 24 24" width={size * 0.5} height={size * 0.5} fill="currentColor" data-mark aria-hidden="true">
            <path d={picture.path} />
          </svg>
        </SignTile>
      );
    case "letter":
      return (
        <span
          className={`${styles.icon} ${styles.letter}`}
          style={{ ...box, background: picture.tile.color, fontSize: size * 0.44 }}
          aria-hidden
        >
          {picture.tile.letter}
        </span>
      );
    case "kind":
      return <KindTile kind={item.kind} size={size} />;
  }
});

/** The default tile: the sign of the kind. */
export function KindTile({ kind, size = 40 }: { kind: Item["kind"]; size?: number }) {
  const Icon = KIND_ICONS[kind];
  return (
    <SignTile size={size}>
      <Icon size={size * 0.55} stroke={1.7} />
    </SignTile>
  );
}

function SignTile({ size, children }: { size: number; children: ReactNode }) {
  return (
    <span className={`${styles.icon} ${styles.sign}`} style={{ width: size, height: size }} aria-hidden>
      {children}
    </span>
  );
}
