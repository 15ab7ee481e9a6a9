/** A dialog that shows a secret once, for its owner to put on paper. It closes when a part of it was typed again, or when its owner insists. */
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Dialog } from "../../frame/Dialog.tsx";
import { CofferPicture } from "../../ui/CofferPicture.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { confirm } from "../../ui/confirm.ts";
import styles from "./SecretPaper.module.css";

/**
 * @param leaving - what it means to close it without having saved the secret.
 * @param isPage - it is what the person came for: nothing else is shown.
 * @param children - the secret, what can be done with it, and the form that asks it back.
 */
export function SecretPaper({
  title,
  intro,
  leaving,
  isPage = false,
  onDone,
  children,
}: {
  title: string;
  intro: string;
  leaving: string;
  isPage?: boolean;
  onDone: () => void;
  children: ReactNode;
}) {
  const leave = async () => {
    if (await confirm({ title: "Close without saving?", message: leaving, confirmLabel: "Close anyway", danger: true })) onDone();
  };
  return (
    <Dialog onClose={() => void leave()} title={title} size={520} closeOnClickOutside={false} isPage={isPage}>
      <div className={styles.paper}>
        <div className={styles.picture}>
          <CofferPicture state="key" />
        </div>
        {/* The focus begins here: a key pressed too early must neither close it nor scroll the secret away. */}
        <p tabIndex={-1} data-autofocus className={styles.intro}>
          {intro}
        </p>
        {children}
      </div>
    </Dialog>
  );
}

export function SecretGroups({
  label,
  testId,
  groups,
  check = null,
  columns,
}: {
  label: string;
  testId: string;
  groups: readonly string[];
  /** Is apart, and is not asked back. */
  check?: string | null;
  columns: 2 | 4;
}) {
  return (
    <ol className={styles.groups} data-columns={columns} aria-label={label} data-testid={testId} data-shown-once>
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups never move
        <li key={index}>
          <span className={styles.number} aria-hidden>
            {index + 1}
          </span>
          {group}
        </li>
      ))}
      {check !== null && (
        <li data-check>
          <span className={styles.number}>Check</span>
          {check}
        </li>
      )}
    </ol>
  );
}

/** @param text - what the button of copying puts on the clipboard. @param copied - what it says then. */
export function SecretActions({
  text,
  label,
  copied,
  onDownload,
  children,
}: {
  text: string;
  label: string;
  copied: string;
  onDownload: () => void;
  children?: ReactNode;
}) {
  return (
    <div className={styles.actions}>
      <CopyButton kind="button" value={() => text} label={label} copied={copied} />
      <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={onDownload}>
        Download
      </Button>
      {children}
    </div>
  );
}
