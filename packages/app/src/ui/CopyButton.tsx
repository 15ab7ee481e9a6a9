/** Copies a value for as long as this device's settings say. The value may be a promise, so that a secret is opened only when it is wanted. */
import { ActionIcon, Button } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import { copiedMessage, copyForAWhile } from "./clipboard.ts";
import { toast } from "./toast.ts";

const TICK_MS = 1_600;

/**
 * @param label - accessible name, naming the item: "Copy password for GitHub".
 * @param kind - an icon in a row, or a button with the text given as children.
 */
export function CopyButton({
  value,
  label,
  kind = "icon",
  icon,
  children,
  failure = "Failed to copy",
  onCopied,
}: {
  value: () => Promise<string> | string;
  label: string;
  kind?: "icon" | "button";
  icon?: ReactNode;
  children?: ReactNode;
  failure?: string;
  onCopied?: () => void;
}) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), TICK_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await copyForAWhile(await value());
      setCopied(true);
      toast.done(copiedMessage("Copied"));
      onCopied?.();
    } catch (error) {
      toast.failed(error, failure);
    }
  };
  const picture = copied ? <IconCheck size={18} aria-hidden /> : (icon ?? <IconCopy size={18} aria-hidden />);
  const press = (event: React.MouseEvent) => {
    event.stopPropagation();
    void copy();
  };
  if (kind === "button") {
    return (
      <Button variant="default" leftSection={picture} onClick={press} aria-label={label}>
        {children ?? "Copy"}
      </Button>
    );
  }
  return (
    <ActionIcon variant="subtle" color={copied ? "green" : "gray"} size="lg" onClick={press} aria-label={label} title={label}>
      {picture}
    </ActionIcon>
  );
}
