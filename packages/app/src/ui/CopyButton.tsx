/**
 * Copies a value for as long as this device's settings say: a tick draws itself in its place, a ring around it runs down until the clipboard is cleared, and a live
 * region says it. The value may be a promise, so that a secret is opened only when it is wanted.
 */
import { Button } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { type ReactNode, useEffect, useId, useState } from "react";
import styles from "./CopyButton.module.css";
import { copiedMessage, copyForAWhile, useClipboardTime } from "./clipboard.ts";
import { IconButton } from "./IconButton.tsx";
import { Ring } from "./Ring.tsx";
import { toast } from "./toast.ts";

const TICK_MS = 1_600;

interface Props {
  readonly value: () => Promise<string> | string;
  /** Accessible name, naming the item: "Copy password for GitHub". */
  readonly label: string;
  /** What is said once it is copied: "Copied password for GitHub". */
  readonly copied: string;
  /** An icon in a row, or a button with the text given as children. */
  readonly kind?: "icon" | "button";
  /** A click anywhere in the field row copies. */
  readonly wholeRow?: boolean;
  readonly icon?: ReactNode;
  readonly children?: ReactNode;
  readonly failure?: string;
  readonly onCopied?: (() => void) | undefined;
}

export function CopyButton({ label, kind = "icon", wholeRow = false, icon, children, ...what }: Props) {
  const { id, isCopied, left, said, copy } = useCopy(what);
  const picture = <Picture copied={isCopied} left={left} icon={icon} />;
  const live = (
    <span className="visually-hidden" aria-live="polite">
      {said}
    </span>
  );
  const press = (event: React.MouseEvent) => {
    event.stopPropagation();
    void copy();
  };
  if (kind === "button") {
    return (
      <>
        <Button variant="default" leftSection={picture} onClick={press} aria-label={label}>
          {children ?? "Copy"}
        </Button>
        {live}
      </>
    );
  }
  return (
    <>
      <IconButton
        className={styles.button}
        size="lg"
        data-copies-row={wholeRow || undefined}
        data-copied={isCopied || left !== null || undefined}
        onClick={press}
        aria-label={label}
        title={label}
        id={id}
      >
        {picture}
      </IconButton>
      {live}
    </>
  );
}

function useCopy({ value, copied, failure = "Failed to copy", onCopied }: Pick<Props, "value" | "copied" | "failure" | "onCopied">) {
  const id = useId();
  const left = useClipboardTime(id);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), TICK_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    try {
      await copyForAWhile(await value(), id);
      setCopied(true);
      toast.shown(copiedMessage("Copied"));
      onCopied?.();
    } catch (error) {
      toast.failed(error, failure);
    }
  };
  return { id, isCopied, left, said: isCopied ? copiedMessage(copied) : "", copy };
}

function Picture({ copied, left, icon }: { copied: boolean; left: number | null; icon: ReactNode }) {
  return (
    <span className={styles.picture}>
      {left !== null && (
        <span className={styles.ring}>
          <Ring left={left} />
        </span>
      )}
      {copied ? <IconCheck size={18} className={styles.tick} aria-hidden /> : (icon ?? <IconCopy size={18} aria-hidden />)}
    </span>
  );
}
