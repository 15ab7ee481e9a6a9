/** Personal details: who it is and how to reach them. */
import { DECRYPTION_FAILED, type Item } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { IconMail, IconPhone } from "@tabler/icons-react";
import { VaultBadge } from "../../ui/VaultBadge.tsx";
import styles from "./PersonTile.module.css";
import { ChangedDate, Subtitle, TextLines } from "./TextLines.tsx";
import { TileControls } from "./TileControls.tsx";
import type { TileProps } from "./tile.ts";

export function PersonTile({ item, vault, title, star, menu, marker, mark }: TileProps) {
  const { email_address: email, phone } = item.fields;
  const { person, initials } = whoIs(item);
  return (
    <div className={styles.person}>
      <div className={styles.head}>
        <span className={styles.initials} aria-hidden>
          {initials}
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

/** Initials are the first characters of both names; a sign when there is none, or when they did not open. */
function whoIs({ state, fields }: Item) {
  if (state === "tampered") return { person: DECRYPTION_FAILED, initials: "?" };
  const { title, first_name: first = "", last_name: last = "" } = fields;
  const letters = [first, last].map((name) => [...name.trim()][0] ?? "").join("");
  const called = kindOf("personal").fields.title?.options?.find(({ value }) => value === title)?.label ?? title;
  return { person: [called, first, last].filter(Boolean).join(" "), initials: letters.toUpperCase() || "?" };
}
