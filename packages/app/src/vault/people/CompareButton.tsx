/** What this account knows of a person's key, and the way to compare numbers with them. */
import type { ShareRow } from "@coffer/client";
import { IconShieldCheck, IconShieldQuestion, IconShieldX } from "@tabler/icons-react";
import styles from "./CompareButton.module.css";

interface Props {
  /** Email. */
  readonly person: string;
  readonly known: ShareRow["known"];
  readonly onCompare: (email: string) => void;
}

const UNCOMPARED = {
  label: "Compare numbers",
  Icon: IconShieldQuestion,
  spoken: (person: string) => `Compare numbers with ${person}`,
};

const SAID = {
  new: UNCOMPARED,
  unverified: UNCOMPARED,
  verified: { label: "Verified", Icon: IconShieldCheck, spoken: (person: string) => `Verified number of ${person}` },
  changed: { label: "Key changed", Icon: IconShieldX, spoken: (person: string) => `Key changed of ${person}` },
};

export function CompareButton({ person, known, onCompare }: Props) {
  const { label, Icon, spoken } = SAID[known];
  return (
    <button type="button" className={styles.compare} data-known={known} aria-label={spoken(person)} onClick={() => onCompare(person)}>
      <Icon size={16} stroke={1.8} aria-hidden />
      {label}
    </button>
  );
}
