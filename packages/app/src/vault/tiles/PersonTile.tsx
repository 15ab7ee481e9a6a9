/** Personal details: who it is and how to reach them. */
import { IconMail, IconPhone } from "@tabler/icons-react";
import { VaultBadge } from "../../ui/VaultBadge.tsx";
import styles from "./PersonTile.module.css";
import { ChangedDate, Subtitle, TextLines } from "./TextLines.tsx";
import { TileControls } from "./TileControls.tsx";
import type { TileProps } from "./tile.ts";

export function PersonTile({ item, vault, title, star, menu, marker, mark }: TileProps) {
  const { title: form, first_name: first = "", last_name: last = "", email_address: email, phone } = item.fields;
  const person = [form, first, last].filter(Boolean).join(" ");
  return (
    <div className={styles.person}>
      <div className={styles.head}>
        <span className={styles.initials} aria-hidden>
          {initials(first, last)}
        </span>
        <TextLines>
          {title}
          <Subtitle>{mark(person || "—")}</Subtitle>
        </TextLines>
        <TileControls>
          {star}
          {menu}
        </TileControls>
      </div>
      <ul className={styles.contact}>
        <li>
          <IconMail size={18} aria-label="Email" />
          <span>{mark(email || "—")}</span>
        </li>
        <li>
          <IconPhone size={18} aria-label="Phone" />
          <span>{phone || "—"}</span>
        </li>
      </ul>
      <div className={styles.foot}>
        {vault && <VaultBadge name={vault.name} color={vault.color} />}
        {marker}
        <ChangedDate item={item} />
      </div>
    </div>
  );
}

/** The first characters of both names; a sign when there is none. */
function initials(first: string, last: string): string {
  const letters = [first, last].map((name) => [...name.trim()][0] ?? "").join("");
  return letters.toUpperCase() || "?";
}
