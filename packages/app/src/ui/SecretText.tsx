/** A secret on the page: a fixed number of bullets, so that its length stays hidden, until it is revealed. Hides itself again. */
import { REVEAL_MS } from "@coffer/core/product";
import { ActionIcon } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { characterClass } from "./characters.ts";
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

/**
 * @param value - the secret, or what opens it when it is to be revealed.
 * @param label - names it: "password for GitHub".
 */
export function SecretText({ value, label, bullets = BULLETS }: { value: string; label: string; bullets?: number }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!shown) return;
    const hide = () => setShown(false);
    const timer = setTimeout(hide, REVEAL_MS);
    window.addEventListener("blur", hide);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("blur", hide);
    };
  }, [shown]);
  const action = `${shown ? "Hide" : "Reveal"} ${label}`;
  return (
    <span className={styles.secret}>
      {shown ? <SecretCharacters value={value} /> : <Bullets count={bullets} />}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={action}
        aria-pressed={shown}
        title={action}
        onClick={(event) => {
          event.stopPropagation();
          setShown(!shown);
        }}
      >
        {shown ? <IconEyeOff size={18} aria-hidden /> : <IconEye size={18} aria-hidden />}
      </ActionIcon>
    </span>
  );
}

function Bullets({ count }: { count: number }) {
  return (
    <span className={styles.bullets}>
      <span aria-hidden>{"•".repeat(count)}</span>
      <span className="visually-hidden">Hidden</span>
    </span>
  );
}
