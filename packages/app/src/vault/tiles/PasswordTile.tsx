/** A login: site icon, title, user name, vault, strength. */
import { VaultBadge } from "../../ui/VaultBadge.tsx";
import { SiteIcon } from "../item/SiteIcon.tsx";
import { StrengthLabel } from "../item/StrengthLabel.tsx";
import type { TileProps } from "./tile.ts";

export function PasswordTile({ item, vault, title, star, menu, marker, quick }: TileProps) {
  return (
    <div className="face-login">
      <div className="face-login-head">
        <SiteIcon item={item} />
        <div className="face-lines">
          {title}
          <span className="face-sub">{item.fields.username || "No user name"}</span>
        </div>
        <div className="face-corner">
          {star}
          {menu}
        </div>
      </div>
      <div className="face-login-foot">
        <div className="face-facts">
          <StrengthLabel strength={item.fields.password_strength ?? ""} />
          {vault && <VaultBadge name={vault.name} color={vault.color} />}
          {marker}
        </div>
        <div className="face-quick">{quick}</div>
      </div>
    </div>
  );
}
