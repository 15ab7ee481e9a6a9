/** A secret in sight while a key is held, or after a short press until the next one. Nothing of it stays when the window loses the focus. */

import { REVEAL_MS } from "@coffer/core/constants";
import { type Item, titleOf } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { useEffect, useState } from "react";
import { SecretCharacters } from "../../ui/SecretText.tsx";
import { toast } from "../../ui/toast.ts";
import { spokenLabel } from "../item/rights.ts";
import type { ItemActions } from "../item/use-item-actions.ts";
import styles from "./Peek.module.css";

/** Let go later than this, the key was held to peek. */
const HOLD_MS = 350;

export interface Peeked {
  readonly item: Item;
  readonly field: string;
}

export function Peek({ peeked, actions, onClose }: { peeked: Peeked; actions: ItemActions; onClose: () => void }) {
  const { item, field } = peeked;
  const [value, setValue] = useState<string | null>(null);
  useEffect(() => {
    let wanted = true;
    const { openFailed } = kindOf(item.kind).words;
    actions.read(item, field).then(
      (text) => wanted && setValue(text),
      (error: unknown) => wanted && toast.failed(error, openFailed),
    );
    return () => {
      wanted = false;
    };
  }, [item, field, actions]);
  useClosing(onClose);
  return (
    <div className={styles.peek} role="status">
      <span className={styles.label}>{`${spokenLabel(kindOf(item.kind).fields[field]?.label ?? field)} of ${titleOf(item)}`}</span>
      <span className={styles.value}>{value === null ? "…" : <SecretCharacters value={value} />}</span>
    </div>
  );
}

function useClosing(onClose: () => void): void {
  useEffect(() => {
    const begun = performance.now();
    const onKeyUp = () => {
      if (performance.now() - begun > HOLD_MS) onClose();
    };
    const timer = setTimeout(onClose, REVEAL_MS);
    // The stroke that opened it is over; any later one closes it.
    const onKeyDown = ({ repeat }: KeyboardEvent) => !repeat && onClose();
    window.addEventListener("keyup", onKeyUp, { once: true });
    window.addEventListener("keydown", onKeyDown);
    window.addEventListener("pointerdown", onClose);
    window.addEventListener("blur", onClose);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("keyup", onKeyUp);
      window.removeEventListener("keydown", onKeyDown);
      window.removeEventListener("pointerdown", onClose);
      window.removeEventListener("blur", onClose);
    };
  }, [onClose]);
}
