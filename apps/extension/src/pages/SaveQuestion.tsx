/** Asks whether to save a login that was just used: above the popup, and in our own frame in the page. */
import { type MouseEvent, useState } from "react";
import { COVERED, type FromOwnPage, type Offer, type Reply, type SaveOutcome } from "../save/messages.ts";
import { Answer, Question } from "./Question.tsx";
import styles from "./SaveQuestion.module.css";

export const ask = <Answer,>(message: FromOwnPage): Promise<Answer> => chrome.runtime.sendMessage<FromOwnPage, Answer>(message);

interface Props {
  readonly offer: Offer;
  /** Whose tab it is about; the page's own where it is not said. */
  readonly tabId?: number;
  /** Whether a click is deliberate. */
  readonly isDeliberate: (event: MouseEvent) => boolean;
  readonly onDone: () => void;
}

/** The worker was stopped in the middle: the next click asks again. */
const STOPPED: SaveOutcome = { failed: "Coffer was interrupted. Press again." };

export function SaveQuestion({ offer, tabId, isDeliberate, onDone }: Props) {
  const [chosen, setChosen] = useState(offer.updates[0]?.id ?? "");
  const [said, setSaid] = useState("");
  const [isBusy, setBusy] = useState(false);
  const reply =
    (kind: Reply, id = "") =>
    async (event: MouseEvent) => {
      if (!isDeliberate(event)) return setSaid(COVERED);
      setBusy(true);
      const message: FromOwnPage = { offer: kind, ...(tabId === undefined ? {} : { tabId }), ...(id === "" ? {} : { id }) };
      const { failed } = (await ask<SaveOutcome | null>(message).catch(() => null)) ?? STOPPED;
      setBusy(false);
      if (failed !== undefined) return setSaid(failed);
      if (kind !== "save") return onDone();
      setSaid(id === "" ? "Saved in Coffer." : `${offer.part === "username" ? "Username" : "Password"} updated.`);
      setTimeout(onDone, 1_200);
    };
  const isUpdate = chosen !== "";
  return (
    <Question label={isUpdate ? `Update ${offer.part}` : "Save login"}>
      <h1 className={styles.title}>{isUpdate ? `Update the ${offer.part} in Coffer?` : "Save this login in Coffer?"}</h1>
      <Which offer={offer} chosen={chosen} onChosen={setChosen} />
      <div className={styles.buttons}>
        <Answer isMain disabled={isBusy} onClick={(event) => void reply("save", chosen)(event)}>
          {isUpdate ? "Update" : "Save"}
        </Answer>
        <Answer disabled={isBusy} onClick={(event) => void reply("later")(event)}>
          Not now
        </Answer>
        <Answer disabled={isBusy} onClick={(event) => void reply("never")(event)}>
          Never here
        </Answer>
      </div>
      <p className={styles.said} role="status">
        {said}
      </p>
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
  return (
    <label className={styles.what}>
      <span>{part === "username" ? `To ${username}, at ${host}:` : `Of this entry, at ${host}:`}</span>
      <select className={styles.choice} value={chosen} onChange={(event) => onChosen(event.currentTarget.value)}>
        {updates.map(({ id, title, username: old }) => (
          <option key={id} value={id}>
            {old === "" ? title : `${title} · ${old}`}
          </option>
        ))}
        <option value="">Save as a new entry</option>
      </select>
    </label>
  );
}
