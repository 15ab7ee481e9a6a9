/** A login: site icon, title, user name, vault, strength. */
import { VaultBadge } from "../../ui/VaultBadge.tsx";
import { SiteIcon } from "../item/SiteIcon.tsx";
import styles from "./PasswordTile.module.css";
import { Subtitle, TextLines } from "./TextLines.tsx";
import { TileControls } from "./TileControls.tsx";
import type { TileProps } from "./tile.ts";

export function PasswordTile({ item, vault, title, star, menu, marker, mark, line, status, quick }: TileProps) {
  return (
    <div className={styles.login}>
      <div className={styles.head}>
        <SiteIcon item={item} />
        <TextLines>
          {title}
          <Subtitle>{mark(line || item.fields.username || "No username")}</Subtitle>
        </TextLines>
        <TileControls>
          {star}
          {menu}
        </TileControls>
      </div>
      <div className={styles.foot}>
        <div className={styles.facts}>
          {status}
          {vault && <VaultBadge name={vault.name} color={vault.color} />}
          {marker}
        </div>
        <div className={styles.quick}>{quick}</div>
      </div>
    </div>
  );
}
