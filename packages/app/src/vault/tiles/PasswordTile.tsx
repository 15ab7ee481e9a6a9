/** A login in two lines: picture, title, and below it the user name, the vault, and what was found. What can be done with it is drawn over the end of the first line while it is pointed at, so that a finding can always be pressed. */
import { VaultBadge } from "../../ui/VaultBadge.tsx";
import { SiteIcon } from "../item/SiteIcon.tsx";
import styles from "./PasswordTile.module.css";
import { Subtitle, TextLines } from "./TextLines.tsx";
import type { TileProps } from "./tile.ts";

export function PasswordTile({ item, vault, title, star, menu, marker, mark, line, status, quick }: TileProps) {
  return (
    <div className={styles.login}>
      <span className={styles.picture}>
        <SiteIcon item={item} />
      </span>
      <TextLines>
        {title}
        <div className={styles.second}>
          <Subtitle>{mark(line || item.fields.username || "No username")}</Subtitle>
          {vault && (
            <span className={styles.vault}>
              <VaultBadge name={vault.name} color={vault.color} />
            </span>
          )}
          {marker}
          <span className={styles.found}>{status}</span>
        </div>
      </TextLines>
      <div className={styles.controls}>
        <span className={styles.quick}>{quick}</span>
        {menu}
        {star}
      </div>
    </div>
  );
}
