/** The window that asks with which login a site's own sign-in dialog is answered: drawn by the browser, over every page. */
import "virtual:faces.css";
import "@coffer/app/ui/tokens.css";
import { type MouseEvent, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { AuthQuestion, FromAuthWindow } from "../auth/messages.ts";
import { ownerWords } from "../fill/ownership-lines.ts";
import styles from "./ForThisSite.module.css";
import { Answer, Question } from "./Question.tsx";
import words from "./SaveQuestion.module.css";
import { isMeant, windowRoot } from "./window-page.ts";

const element = windowRoot();

const request = location.hash.slice(1);
/** A worker that is asked now and then does not rest while a person thinks. */
const AWAKE_MS = 20_000;

const say = (message: FromAuthWindow): Promise<AuthQuestion | null> =>
  chrome.runtime.sendMessage<FromAuthWindow, AuthQuestion | null>(message).catch(() => null);

/** A press that a person meant. */
const meant =
  (does: () => unknown) =>
  (event: MouseEvent): void => {
    if (isMeant(event)) does();
  };

const Ask = ({ question: { host, logins } }: { question: AuthQuestion }) => (
  <Question label={`Sign in to ${host}`}>
    <h1 className={words.title}>Sign in to {host}?</h1>
    <p className={words.what}>The site asks by a dialog of the browser. Choose a login to answer it.</p>
    <ul className={styles.rows}>
      {logins.map(({ id, title, username, owner }) => (
        <li key={id} className={styles.row}>
          <button
            type="button"
            className={styles.fill}
            aria-label={`Sign in with ${title}`}
            onClick={meant(() => say({ auth: "pick", request, id }))}
          >
            <span className={styles.name}>{title}</span>
            <span className={styles.who}>{username}</span>
            {owner !== undefined && <span className={styles.whose}>{ownerWords(owner)}</span>}
          </button>
        </li>
      ))}
    </ul>
    <Answer onClick={meant(() => say({ auth: "none", request }))}>Use the browser's dialog</Answer>
  </Question>
);

async function start(place: HTMLElement): Promise<void> {
  const question = await say({ auth: "ask", request });
  if (question === null) return window.close();
  setInterval(() => void say({ auth: "ask", request }), AWAKE_MS);
  createRoot(place).render(
    <StrictMode>
      <main>
        <Ask question={question} />
      </main>
    </StrictMode>,
  );
}

void start(element);
