/** Personal details: who it is and how to reach them. */
import { shortDate } from "@coffer/core/text";
import { IconMail, IconPhone } from "@tabler/icons-react";
import { VaultBadge } from "../../ui/VaultBadge.tsx";
import type { TileProps } from "./tile.ts";

export function PersonTile({ item, vault, title, star, menu, marker }: TileProps) {
  const { title: form, first_name: first = "", last_name: last = "", email_address: email, phone } = item.fields;
  const person = [form, first, last].filter(Boolean).join(" ");
  return (
    <div className="face-person">
      <div className="face-person-head">
        <span className="face-person-initials" aria-hidden>
          {initials(first, last)}
        </span>
        <div className="face-lines">
          {title}
          <span className="face-sub">{person || "—"}</span>
        </div>
        <div className="face-corner">
          {star}
          {menu}
        </div>
      </div>
      <ul className="face-person-contact">
        <li>
          <IconMail size={16} stroke={1.7} aria-label="Email" />
          <span>{email || "—"}</span>
        </li>
        <li>
          <IconPhone size={16} stroke={1.7} aria-label="Phone" />
          <span>{phone || "—"}</span>
        </li>
      </ul>
      <div className="face-person-foot">
        {vault && <VaultBadge name={vault.name} color={vault.color} />}
        {marker}
        <time className="face-date" dateTime={new Date(item.updatedAt).toISOString()}>
          {shortDate(item.updatedAt)}
        </time>
      </div>
    </div>
  );
}

/** The first characters of both names; a sign when there is none. */
function initials(first: string, last: string): string {
  const letters = [first, last].map((name) => [...name.trim()][0] ?? "").join("");
  return letters.toUpperCase() || "?";
}
