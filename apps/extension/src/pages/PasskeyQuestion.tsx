/** What a site wants with a passkey, and what a person can press; then, where it is wanted, the master password. */
import { messageOf } from "@coffer/app/ui/error-message.ts";
import type { Client } from "@coffer/client";
import { type MouseEvent, useEffect, useEffectEvent, useState } from "react";
import type { Ceremony, Choice } from "../passkeys/ceremony.ts";
import { BROWSER, type CeremonyKind } from "../passkeys/messages.ts";
import rows from "./ForThisSite.module.css";
import styles from "./PasskeyQuestion.module.css";
import { Answer, Question } from "./Question.tsx";
import words from "./SaveQuestion.module.css";
import { isMeant } from "./window-page.ts";

/** The vault is open, and something in it fits. */
export interface Ready {
  readonly client: Client;
  readonly choices: readonly Choice[];
  /** The one that was pressed already, before this window came. */
  readonly picked: Choice | null;
}

interface Props {
  readonly ceremony: Ceremony;
  /** Null until the vault is open. */
  readonly ready: Ready | null;
}

const TITLES: Readonly<Record<CeremonyKind, (site: string) => string>> = {
  get: (site) => `Sign in to ${site} with a passkey?`,
  create: (site) => `Save a passkey for ${site}?`,
};

export function PasskeyQuestion({ ceremony, ready }: Props) {
  const [picked, setPicked] = useState<Choice | null>(null);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState("");
  const title = TITLES[ceremony.open.kind](ceremony.site);
  const take = async (choice: Choice): Promise<void> => {
    setBusy(true);
    try {
      if (await choice.wantsPassword()) setPicked(choice);
      else await choice.take();
    } catch (error) {
      setSaid(messageOf(error));
    }
    setBusy(false);
  };
  const taken = ready?.picked ?? null;
  const takePicked = useEffectEvent(take);
  useEffect(() => {
    if (taken !== null) void takePicked(taken);
  }, [taken]);
  return (
    <Question label={title}>
      <h1 className={words.title}>{title}</h1>
      <p className={words.what}>
        <strong>{ceremony.host}</strong> asks.
      </p>
      {picked !== null && ready !== null ? (
        <Proof ceremony={ceremony} client={ready.client} choice={picked} />
      ) : (
        <ul className={rows.rows} aria-label="Choices" aria-busy={ready === null}>
          {ready?.choices.map((choice) => (
            <Row key={choice.key} choice={choice} disabled={busy} onClick={(event) => void (isMeant(event) && take(choice))} />
          ))}
        </ul>
      )}
      <p className={words.said} role="status">
        {said}
      </p>
      <OtherWays ceremony={ceremony} ready={ready} onFailed={(error) => setSaid(messageOf(error, NOT_KEPT))} />
    </Question>
  );
}

interface RowProps {
  readonly choice: Choice;
  readonly disabled: boolean;
  readonly onClick: (event: MouseEvent) => void;
}

const Row = ({ choice: { title, detail, label, note = "" }, ...button }: RowProps) => (
  <li className={rows.row}>
    <button type="button" className={rows.fill} aria-label={label} {...button}>
      <span className={rows.name}>{title}</span>
      <span className={rows.who}>{detail}</span>
      {note !== "" && <span className={rows.whose}>{note}</span>}
    </button>
  </li>
);

const NOT_KEPT = "This could not be kept. Try again.";

/** What leads out of here without a passkey of Coffer. */
function OtherWays({ ceremony, ready, onFailed }: Props & { readonly onFailed: (error: unknown) => void }) {
  const answers =
    (does: () => unknown) =>
    async (event: MouseEvent): Promise<void> => {
      try {
        if (isMeant(event)) await does();
      } catch (error) {
        onFailed(error);
      }
    };
  return (
    <div className={styles.ways}>
      <Answer onClick={answers(() => ceremony.answer(BROWSER))}>Use another device or key</Answer>
      <Answer onClick={answers(() => ceremony.answer({ error: "NotAllowedError" }))}>Not now</Answer>
      <Answer disabled={ready === null} onClick={answers(() => ready && ceremony.alwaysBrowser(ready.client))}>
        Never ask on this site
      </Answer>
    </div>
  );
}

/** The person pressed what leads here, and nothing else is to be done. */
const focus = (field: HTMLInputElement | null): void => field?.focus();

function Proof({ ceremony, client, choice }: { ceremony: Ceremony; client: Client; choice: Choice }) {
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState("");
  const prove = async (): Promise<void> => {
    setBusy(true);
    try {
      await ceremony.prove(client, password);
      await choice.take();
    } catch (error) {
      setWrong(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <form
      className={styles.proof}
      onSubmit={(event) => {
        event.preventDefault();
        if (isMeant(event) && !busy && password !== "") void prove();
      }}
    >
      <label className={styles.label}>
        Master password
        <input
          ref={focus}
          className={styles.password}
          type="password"
          autoComplete="current-password"
          value={password}
          aria-invalid={wrong !== ""}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      </label>
      <p className={styles.wrong} role="alert">
        {wrong}
      </p>
      <button type="submit" className={styles.main} disabled={busy}>
        {busy ? "Checking..." : choice.label}
      </button>
    </form>
  );
}
