/** Passphrases and user names. Load lazily: the list of words comes with this file. */
import {
  generatePassphrase,
  generateUsername,
  PASSPHRASE_WORDS,
  type PassphraseOptions,
  passphraseBits,
  type UsernameStyle,
} from "@coffer/core/passwords/passphrase";
import { Select, Switch, TextInput } from "@mantine/core";
import { useSession } from "../../frame/client-context.tsx";
import { GeneratorFrame } from "./GeneratorFrame.tsx";
import { GeneratorRange } from "./GeneratorRange.tsx";
import type { GeneratorTabProps } from "./generator-tab.ts";
import { randomBytes } from "./random.ts";
import { useGenerated } from "./use-generated.ts";
import "@mantine/core/styles/Switch.layer.css";
import styles from "./Generator.module.css";

const SEPARATORS = [
  { value: "-", label: "Hyphen" },
  { value: " ", label: "Space" },
  { value: ".", label: "Period" },
  { value: ",", label: "Comma" },
  { value: "_", label: "Underscore" },
  { value: "", label: "None" },
];

const DEFAULT_PASSPHRASE: Required<PassphraseOptions> = {
  words: PASSPHRASE_WORDS.fallback,
  separator: "-",
  capitalise: false,
  number: false,
};

export function GeneratorPassphrase(actions: GeneratorTabProps) {
  const { options, value, change, again } = useGenerated(DEFAULT_PASSPHRASE, (wanted) => generatePassphrase(wanted, randomBytes));
  return (
    <GeneratorFrame one="passphrase" value={value} none="" bits={passphraseBits(options.words)} onAgain={again} {...actions}>
      <GeneratorRange label="Words" bounds={PASSPHRASE_WORDS} value={options.words} onChange={(words) => change({ words })} />
      <Select
        label="Between the words"
        size="xs"
        data={SEPARATORS}
        value={options.separator}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        onChange={(separator) => change({ separator: separator ?? "-" })}
      />
      <div className={styles.sets}>
        <Switch label="Capitalise" checked={options.capitalise} onChange={(event) => change({ capitalise: event.currentTarget.checked })} />
        <Switch label="Add a number" checked={options.number} onChange={(event) => change({ number: event.currentTarget.checked })} />
      </div>
    </GeneratorFrame>
  );
}

interface UsernameOptions {
  readonly style: UsernameStyle["style"];
  readonly email: string;
  readonly domain: string;
}

/** What each style is called, what it has to know, and what is said while that is missing. */
const STYLES: Record<UsernameOptions["style"], { label: string; asks?: { name: "email" | "domain"; label: string }; none: string }> = {
  word: { label: "Random word", none: "" },
  "plus-address": { label: "Address with a plus", asks: { name: "email", label: "Your address" }, none: "Enter your email address" },
  "catch-all": { label: "Catch-all domain", asks: { name: "domain", label: "Your domain" }, none: "Enter a domain whose mail reaches you" },
};
const STYLE_OPTIONS = Object.entries(STYLES).map(([value, { label }]) => ({ value: value as UsernameOptions["style"], label }));

export function GeneratorUsername(actions: GeneratorTabProps) {
  const email = useSession()?.user.email ?? "";
  const start: UsernameOptions = { style: "word", email, domain: "" };
  const { options, value, change, again } = useGenerated(start, (wanted) => generateUsername(wanted, randomBytes));
  const { asks, none } = STYLES[options.style];
  return (
    <GeneratorFrame one="username" value={value} none={none} onAgain={again} {...actions}>
      <Select
        label="Kind of username"
        size="xs"
        data={STYLE_OPTIONS}
        value={options.style}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        onChange={(style) => change({ style: style ?? "word" })}
      />
      {asks && (
        <TextInput
          label={asks.label}
          size="xs"
          value={options[asks.name]}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => change({ [asks.name]: event.currentTarget.value })}
        />
      )}
    </GeneratorFrame>
  );
}
