/** What every kind of generated value has around its options: the value, what it is worth, and what can be done with it. */
import { ActionIcon, Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useClient } from "../../frame/client-context.tsx";
import { CopyButton } from "../CopyButton.tsx";
import { GUESSING_ASSUMPTION, guessingTime } from "../guessing-time.ts";
import { SecretCharacters } from "../SecretText.tsx";
import styles from "./Generator.module.css";
import type { GeneratorTabProps } from "./generator-tab.ts";

/** A value that was looked at this long goes into the history, because it may have been typed off the screen. */
const LOOKED_AT_MS = 2_000;

interface Props extends GeneratorTabProps {
  /** "password": in labels. */
  readonly one: string;
  readonly value: string;
  /** Shown where there is no value. */
  readonly none: string;
  /** Absent where guessing is not the point. */
  readonly bits?: number;
  readonly meter?: ReactNode;
  readonly children: ReactNode;
  readonly onAgain: () => void;
}

export function GeneratorFrame({ one, value, none, bits, meter, children, onAgain, onUse, onShown, isShown = true }: Props) {
  const remember = useRemember(value);
  useShown(isShown ? value : "", onShown);
  return (
    <div className={styles.frame}>
      <output className={styles.value} aria-label={`Generated ${one}`}>
        {value === "" ? <span className={styles.none}>{none}</span> : <SecretCharacters value={value} />}
      </output>
      {meter}
      {bits !== undefined && value !== "" && (
        <p className={styles.worth}>
          About {Math.floor(bits)} bits: {guessingTime(bits)} {GUESSING_ASSUMPTION}
        </p>
      )}
      {children}
      <div className={styles.actions}>
        <ActionIcon variant="default" size={36} aria-label={`Generate another ${one}`} title="Generate another" onClick={onAgain}>
          <IconRefresh size={18} aria-hidden />
        </ActionIcon>
        {value !== "" && (
          <CopyButton
            kind="button"
            value={() => value}
            label={`Copy generated ${one}`}
            copied={`Copied generated ${one}`}
            onCopied={remember}
          />
        )}
        {onUse !== undefined && (
          <Button
            disabled={value === ""}
            onClick={() => {
              remember();
              onUse(value);
            }}
          >
            Use
          </Button>
        )}
      </div>
    </div>
  );
}

function useShown(value: string, onShown: GeneratorTabProps["onShown"]): void {
  const tell = useRef(onShown);
  useEffect(() => {
    tell.current = onShown;
  });
  useEffect(() => {
    if (value !== "") tell.current?.(value);
  }, [value]);
}

/** Puts the value into the history once it was copied, used, or looked at for a moment. @returns what does it at once. */
function useRemember(value: string): () => void {
  const { generated } = useClient();
  const kept = useRef("");
  const remember = () => {
    if (value === "" || kept.current === value) return;
    kept.current = value;
    // A history that cannot be written, as on a full disk, must not prevent generating.
    generated.add({ value, at: Date.now() }).catch(() => undefined);
  };
  const rememberNow = useRef(remember);
  useEffect(() => {
    rememberNow.current = remember;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new value is looked at again
  useEffect(() => {
    const timer = setTimeout(() => rememberNow.current(), LOOKED_AT_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return remember;
}
