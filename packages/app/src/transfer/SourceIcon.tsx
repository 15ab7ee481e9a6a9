/** The picture of a source. Drawn from the icon font of signs, never loaded from anywhere. */
import { IconBrandChrome, IconBrandEdge, IconBrandFirefox, IconBrandSafari, IconFileTypeCsv, IconVault } from "@tabler/icons-react";
import type { ComponentType } from "react";
import styles from "./SourceIcon.module.css";

const ICONS: Readonly<Record<string, ComponentType<{ size?: number; stroke?: number }>>> = {
  chrome: IconBrandChrome,
  firefox: IconBrandFirefox,
  edge: IconBrandEdge,
  safari: IconBrandSafari,
  csv: IconFileTypeCsv,
  coffer: IconVault,
};

/** @param label - of the source: a program whose picture we do not have shows its first letter. */
export function SourceIcon({ name, label }: { name: string; label: string }) {
  const Icon = ICONS[name];
  return (
    <span className={styles.icon} aria-hidden>
      {Icon ? <Icon size={20} stroke={1.6} /> : <span className={styles.letter}>{label.slice(0, 1).toUpperCase()}</span>}
    </span>
  );
}
