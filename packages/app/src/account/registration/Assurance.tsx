/** What a person who registers should know about the product: who can see what. Shown next to the form. */
import { IconDeviceDesktopOff, IconKey, IconMailOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import styles from "./Assurance.module.css";

export function Assurance() {
  return (
    <aside className={styles.assurance}>
      <h2>What we can and cannot see</h2>
      <ul>
        <Point icon={<IconKey size={20} aria-hidden />} title="Your master password stays with you">
          Keys are derived on this device. The password itself is never sent.
        </Point>
        <Point icon={<IconDeviceDesktopOff size={20} aria-hidden />} title="Your vault is encrypted before it leaves">
          The server keeps only what it cannot read. No one there can read a title, a name or a note.
        </Point>
        <Point icon={<IconMailOff size={20} aria-hidden />} title="We cannot reset it for you">
          After this form you get a recovery key. Keep it: it is the only other way in.
        </Point>
      </ul>
    </aside>
  );
}

function Point({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li>
      {icon}
      <span>
        <strong>{title}</strong>
        {children}
      </span>
    </li>
  );
}
