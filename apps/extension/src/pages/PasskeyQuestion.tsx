/** Which passkey a site is signed in to with; then, where it is wanted, the master password. */
import { messageOf } from "@coffer/app/ui/error-message.ts";
import type { Client } from "@coffer/client";
import { type MouseEvent, type ReactNode, type SyntheticEvent, useState } from "react";
import type { Candidate, Ceremony } from "../passkeys/ceremony.ts";
import { BROWSER } from "../passkeys/messages.ts";
import rows from "./ForThisSite.module.css";
import styles from "./PasskeyQuestion.module.css";
import { Answer, Question } from "./Question.tsx";
import words from "./SaveQuestion.module.css";

/** The vault is open, and something in it fits. */
export interface Ready {
  readonly client: Client;
  readonly candidates: readonly Candidate[];
}

interface Props {
  readonly ceremony: Ceremony;
  /** Null until the vault is open. */
  readonly ready: Ready | null;
}

/** Under a pointer that was about to press something else. */
const TOO_SOON_MS = 500;
const opened = performance.now();

/** A press that a person meant. */
const isMeant = ({ nativeEvent }: SyntheticEvent): boolean => nativeEvent.isTrusted && performance.now() - opened > TOO_SOON_MS;

export function PasskeyQuestion({ ceremony, ready }: Props) {
  const [picked, setPicked] = useState<Candidate | null>(null);
  const [said, setSaid] = useState("");
  const { site } = ceremony;
  const sign = async (client: Client, candidate: Candidate): Promise<void> => {
    if (await ceremony.wantsPassword(client, candidate)) setPicked(candidate);
    else await ceremony.signIn(client, candidate);
  };
  const press = (client: Client, candidate: Candidate) => (event: MouseEvent) => {
    if (isMeant(event)) sign(client, candidate).catch((error: unknown) => setSaid(messageOf(error)));
  };
  return (
    <Question label={`Sign in to ${site}`}>
      <h1 className={words.title}>Sign in to {site} with a passkey?</h1>
      <p className={words.what}>
        <strong>{ceremony.host}</strong> asks.
      </p>
      {picked !== null && ready !== null ? (
        <Proof ceremony={ceremony} client={ready.client} candidate={picked} />
      ) : (
        <ul className={rows.rows} aria-label="Passkeys" aria-busy={ready === null}>
          {ready?.candidates.map((candidate) => (
            <Choice key={candidate.passkey.id} candidate={candidate} onClick={press(ready.client, candidate)} />
          ))}
        </ul>
      )}
      <p className={words.said} role="status">
        {said}
      </p>
      <OtherWays ceremony={ceremony} ready={ready} />
    </Question>
  );
}

function Choice({ candidate: { title, passkey }, onClick }: { candidate: Candidate; onClick: (event: MouseEvent) => void }) {
  const account = passkey.name || passkey.displayName;
  return (
    <li className={rows.row}>
      <button type="button" className={rows.fill} aria-label={`Sign in as ${account || title}`} onClick={onClick}>
        <span className={rows.name}>{account || title}</span>
        <span className={rows.who}>{title}</span>
      </button>
    </li>
  );
}

/** What leads out of here without a passkey of ours. */
function OtherWays({ ceremony, ready }: Props) {
  const answers =
    (does: () => unknown) =>
    (event: MouseEvent): void =>
      void (isMeant(event) && does());
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

function Proof({ ceremony, client, candidate }: { ceremony: Ceremony; client: Client; candidate: Candidate }) {
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<ReactNode>(null);
  const prove = async (): Promise<void> => {
    setBusy(true);
    try {
      await ceremony.prove(client, password);
      await ceremony.signIn(client, candidate);
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
          aria-invalid={wrong !== null}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      </label>
      <p className={styles.wrong} role="alert">
        {wrong}
      </p>
      <button type="submit" className={styles.main} disabled={busy}>
        {busy ? "Checking..." : `Sign in as ${candidate.passkey.name || candidate.title}`}
      </button>
    </form>
  );
}
