/** A secret in letters that can be read across a room, each with its number, to type it on another device. Closes by itself. */
import { useEffect } from "react";
import { Dialog } from "../../frame/Dialog.tsx";
import { characterClass } from "../../ui/character-class.ts";
import styles from "./LargeType.module.css";

/** Typing a long password on a television takes a while. */
const OPEN_MS = 120_000;

export function LargeType({ title, value, onClose }: { title: string; value: string; onClose: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onClose, OPEN_MS);
    return () => clearTimeout(timer);
  }, [onClose]);
  return (
    <Dialog onClose={onClose} title={title} size={760}>
      <ol className={styles.characters}>
        {Array.from(value).map((character, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: position is all that tells equal characters apart
          <li key={index}>
            <span data-character={characterClass(character)}>{character === " " ? <Space /> : character}</span>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

/** An empty box would be overlooked. */
const Space = () => (
  <>
    <span aria-hidden>␣</span>
    <span className="visually-hidden">space</span>
  </>
);
