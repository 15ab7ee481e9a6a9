/** The button at the lower right that adds something: next to the page, on a phone in the bar at its foot. */
import { IconPlus } from "@tabler/icons-react";
import styles from "./FloatingAdd.module.css";

/** @param label - what it adds: "Create New Vault". Read aloud, and shown next to the button on hover and focus. */
export function FloatingAdd({ label, onClick, hasPopup = true }: { label: string; onClick: () => void; hasPopup?: boolean }) {
  return (
    <button
      type="button"
      className={styles.button}
      data-testid="floating-add"
      onClick={onClick}
      aria-label={label}
      {...(hasPopup ? { "aria-haspopup": "dialog" } : {})}
    >
      <span className={styles.label} aria-hidden>
        {label}
      </span>
      <IconPlus size={20} aria-hidden />
    </button>
  );
}
