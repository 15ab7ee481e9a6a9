/** A secret on the page: a fixed number of bullets, so that its length stays hidden, until it is revealed. Hides itself again. */
import { REVEAL_MS } from "@coffer/core/constants";
import { ActionIcon } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import { characterClass } from "./character-class.ts";
import styles from "./SecretText.module.css";

const BULLETS = 8;

/** The characters of a secret in the monospaced face; digits and symbols differ in colour and weight. */
export function SecretCharacters({ value }: { value: string }) {
  return (
    <span className={styles.characters}>
      {[...value].map((character, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: position is all that tells equal characters apart
        <span key={index} data-character={characterClass(character)}>
          {character}
        </span>
      ))}
    </span>
  );
}

/** @param label - names it: "password for GitHub". */
export function SecretText({ value, label }: { value: string; label: string }) {
  const [shown, show] = useReveal();
  return (
    <span className={styles.secret}>
      <SecretValue value={value} shown={shown} />
      <RevealButton label={label} shown={shown} onShow={show} />
    </span>
  );
}

export const SecretValue = ({ value, shown }: { value: string; shown: boolean }) =>
  shown ? <SecretCharacters value={value} /> : <Bullets />;

/** Whether a secret is in sight: for a while, and never in a window that is not looked at. */
export function useReveal(): [boolean, (shown: boolean) => void] {
  const [shown, show] = useState(false);
  useEffect(() => {
    if (!shown) return;
    const hide = () => show(false);
    const timer = setTimeout(hide, REVEAL_MS);
    window.addEventListener("blur", hide);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("blur", hide);
    };
  }, [shown]);
  return [shown, show];
}

export function RevealButton({ label, shown, onShow }: { label: string; shown: boolean; onShow: (shown: boolean) => void }): ReactNode {
  const action = shown ? `Hide ${label}` : `Reveal ${label}`;
  const Eye = shown ? IconEyeOff : IconEye;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={action}
      aria-pressed={shown}
      title={action}
      onClick={(event) => {
        event.stopPropagation();
        onShow(!shown);
      }}
    >
      <Eye size={18} aria-hidden />
    </ActionIcon>
  );
}

const Bullets = () => (
  <span className={styles.bullets}>
    <span aria-hidden>{"•".repeat(BULLETS)}</span>
    <span className="visually-hidden">Hidden</span>
  </span>
);
