/** A login: site icon, title, user name, vault, strength. */
import { VaultBadge } from "../../ui/VaultBadge.tsx";
import { SiteIcon } from "../item/SiteIcon.tsx";
import { Corner } from "./Corner.tsx";
import { Lines, Sub } from "./Lines.tsx";
import styles from "./PasswordTile.module.css";
import type { TileProps } from "./tile.ts";

export function PasswordTile({ item, vault, title, star, menu, marker, mark, line, standing, quick }: TileProps) {
  return (
    <div className={styles.login}>
      <div className={styles.head}>
        <SiteIcon item={item} />
        <Lines>
          {title}
          <Sub>{mark(line || item.fields.username || "No username")}</Sub>
        </Lines>
        <Corner>
          {star}
          {menu}
        </Corner>
      </div>
      <div className={styles.foot}>
        <div className={styles.facts}>
          {standing}
          {vault && <VaultBadge name={vault.name} color={vault.color} />}
          {marker}
        </div>
        <div className={styles.quick}>{quick}</div>
      </div>
    </div>
  );
}
