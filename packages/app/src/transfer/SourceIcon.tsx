/** The picture of a source. Drawn from the icon font of signs, never loaded from anywhere. */
import {
  IconBrandChrome,
  IconBrandEdge,
  IconBrandFirefox,
  IconBrandSafari,
  IconFileTypeCsv,
  IconKey,
  IconVault,
} from "@tabler/icons-react";
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

export function SourceIcon({ name }: { name: string }) {
  const Icon = ICONS[name] ?? IconKey;
  return (
    <span className={styles.icon} aria-hidden>
      <Icon size={24} stroke={1.6} />
    </span>
  );
}
