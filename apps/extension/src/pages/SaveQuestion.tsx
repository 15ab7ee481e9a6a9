/** Asks whether to save a login that was just used: above the popup, and in our own frame in the page. */
import { useState } from "react";
import { readersWords } from "../fill/ownership-lines.ts";
import type { Offer, Update } from "../save/messages.ts";
import { SaveAnswers } from "./Answers.tsx";
import { Question } from "./Question.tsx";
import styles from "./SaveQuestion.module.css";
import { type QuestionReply, useReply } from "./use-reply.ts";

interface Props extends QuestionReply {
  readonly offer: Offer;
}

const SAVES = { label: "Save login", title: "Save this login in Coffer?", saved: "Saved in Coffer." };
const UPDATES: Readonly<Record<Offer["part"], typeof SAVES>> = {
  username: { label: "Update username", title: "Update the username in Coffer?", saved: "Username updated." },
  password: { label: "Update password", title: "Update the password in Coffer?", saved: "Password updated." },
};

export function SaveQuestion({ offer, ...asked }: Props) {
  const [first] = offer.updates;
  const [chosen, setChosen] = useState(first === undefined || first.onlyIfChosen ? "" : first.id);
  const answers = useReply({ ...asked, pending: offer.pending });
  const isUpdate = chosen !== "";
  const words = isUpdate ? UPDATES[offer.part] : SAVES;
  return (
    <Question label={words.label}>
      <h1 className={styles.title}>{words.title}</h1>
      <Which offer={offer} chosen={chosen} onChosen={setChosen} />
      <SaveAnswers answers={answers} label={isUpdate ? "Update" : "Save"} id={chosen} saved={words.saved} />
    </Question>
  );
}

interface WhichProps {
  readonly offer: Offer;
  readonly chosen: string;
  readonly onChosen: (id: string) => void;
}

/** Of which site it is, and which entry changes, by the username it has. */
function Which({ offer: { host, username, part, updates }, chosen, onChosen }: WhichProps) {
  const [only] = updates;
  if (only === undefined)
    return (
      <p className={styles.what}>
        <strong>{username === "" ? "No username" : username}</strong> at {host}
      </p>
    );
  const { readers } = updates.find(({ id }) => id === chosen) ?? {};
  return (
    <>
      <label className={styles.what}>
        <span>{headOf(chosen, part, username, host)}</span>
        <select className={styles.choice} value={chosen} onChange={(event) => onChosen(event.currentTarget.value)}>
          {updates.filter(({ onlyIfChosen }) => !onlyIfChosen).map(optionOf)}
          <option value="">Save as a new entry</option>
          {updates.filter(({ onlyIfChosen }) => onlyIfChosen).map(withReaders)}
        </select>
      </label>
      {readers !== undefined && <p className={styles.readers}>{readersWords(readers)}</p>}
    </>
  );
}

function headOf(chosen: string, part: Offer["part"], username: string, host: string): string {
  if (part === "username") return `To ${username}, at ${host}:`;
  return chosen === "" ? (username === "" ? `No username, at ${host}:` : `${username}, at ${host}:`) : `Of this entry, at ${host}:`;
}

const optionOf = ({ id, title, username }: Update) => (
  <option key={id} value={id}>
    {username === "" ? title : `${title} · ${username}`}
  </option>
);

/** Below who will read it. */
const withReaders = (update: Update) =>
  update.readers === undefined ? (
    optionOf(update)
  ) : (
    <optgroup key={update.id} label={readersWords(update.readers)}>
      {optionOf(update)}
    </optgroup>
  );
