/** A secure note as a sticky note: its text is what one looks for. */
import { DECRYPTION_FAILED } from "@coffer/core/items/item";
import { shortDate } from "@coffer/core/text";
import { VaultBadge } from "../../ui/VaultBadge.tsx";
import type { TileProps } from "./tile.ts";

export function NoteTile({ item, vault, title, star, menu, marker }: TileProps) {
  const text = item.state === "tampered" ? DECRYPTION_FAILED : (item.fields.notes ?? "");
  return (
    <div className="face-note">
      <div className="face-note-head">
        {title}
        <div className="face-corner">
          {star}
          {menu}
        </div>
      </div>
      <p className="face-note-text">{text}</p>
      <div className="face-note-foot">
        {vault && <VaultBadge name={vault.name} color={vault.color} />}
        {marker}
        <time className="face-date" dateTime={new Date(item.updatedAt).toISOString()}>
          {shortDate(item.updatedAt)}
        </time>
      </div>
    </div>
  );
}
