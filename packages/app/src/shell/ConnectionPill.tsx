/** Says in the header whether the server answers and has what was saved here; pressed, it says what that means and what can be done. While the server is away it keeps asking. */
import { LOCALE } from "@coffer/core/text";
import { Button, Popover, UnstyledButton } from "@mantine/core";
import { IconCloudCheck, IconCloudOff, IconCloudUp } from "@tabler/icons-react";
import { useIsMutating, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useClient } from "../frame/client-context.tsx";
import { type ConnectionState, connection, useConnection } from "../frame/connection.ts";
import { askAgain } from "../frame/query-client.ts";
import { usePolling } from "../frame/use-polling.ts";
import { questions } from "../ui/confirm.ts";
import { sendAgain } from "../vault/waiting/decide-edit.ts";
import { MAY_BE_DELETED, useMayBeDeleted } from "../vault/waiting/lasting-storage.ts";
import { countOfWaiting, useWaiting } from "../vault/waiting/waiting-queries.ts";
import styles from "./ConnectionPill.module.css";
import { NextTry } from "./NextTry.tsx";
import { WaitingEdits } from "./WaitingEdits.tsx";

type Shown = ConnectionState | "saving";

const IN_ORDER = "The server answers, and what you saved here is there. What is saved on other devices is shown here within a moment.";
const READABLE =
  "Everything on this device can be read and copied. Changes of items are kept on this device and sent once the connection is back; sharing, teams and settings need the server.";

const WORDS: Record<Shown, { readonly label: string; readonly text: string }> = {
  here: { label: "Synced", text: IN_ORDER },
  saving: { label: "Saving...", text: "A change is on its way to the server." },
  offline: { label: "Offline", text: `This device has no network. ${READABLE}` },
  silent: { label: "Server not reachable", text: `The server does not answer. ${READABLE}` },
  unreached: {
    label: "Server not reachable",
    text: `Something between this device and the server answers in its place: the server is switched off, or restarts. ${READABLE}`,
  },
  starting: { label: "Server is starting", text: `The server is starting, which takes a few seconds. ${READABLE}` },
  busy: { label: "Server is busy", text: `The server has too much to do, or cannot reach its database. ${READABLE}` },
};

const ICONS: { readonly [state in Shown]?: typeof IconCloudOff } = { here: IconCloudCheck, saving: IconCloudUp };

/** What is said now: in a word, and in sentences. */
export function useConnectionWords() {
  const state = useConnection();
  const isSaving = useIsMutating() > 0;
  const waiting = useWaiting();
  const edits = waiting?.edits ?? [];
  const refused = edits.filter((edit) => edit.refused !== null).length;
  const shown = state === "here" && (isSaving || edits.length > refused) ? "saving" : state;
  const words = WORDS[shown];
  const icon = ICONS[shown] ?? IconCloudOff;
  if (state === "here" && refused > 0)
    return { state, shown: "refused" as const, Icon: IconCloudOff, label: `${refused} to decide`, text: REFUSED, waiting, edits };
  const label = edits.length > 0 && state !== "here" ? `${words.label}, ${countOfWaiting(edits.length)}` : words.label;
  return { state, shown, Icon: icon, ...words, label, waiting, edits };
}

const REFUSED = "The server did not take every change that waited on this device. They stay here until you try again or discard them.";

/** @param onlyTrouble - it takes no room while all is well. */
export function ConnectionPill({ onlyTrouble = false }: { onlyTrouble?: boolean }) {
  const { state, shown, Icon, label, text, waiting, edits } = useConnectionWords();
  const [opened, setOpened] = useState(false);
  const mayBeDeleted = useMayBeDeleted();
  const said = useFocusThatStays(edits.length);
  const reaching = useReaching(state);
  const isCalm = state === "here" && shown !== "refused";
  const isQuiet = onlyTrouble && isCalm && !opened;
  return (
    <>
      {!isQuiet && (
        // A press that answers a question is none outside of it.
        <Popover
          opened={opened}
          onChange={(now) => setOpened(now || questions.current() !== null)}
          position="bottom"
          width={300}
          trapFocus
          returnFocus
        >
          <Popover.Target>
            <UnstyledButton
              className={styles.pill}
              data-state={shown}
              aria-label={`Connection: ${label}`}
              title={label}
              onClick={() => setOpened(!opened)}
            >
              <Icon size={18} aria-hidden />
              <span className={styles.label}>{label}</span>
            </UnstyledButton>
          </Popover.Target>
          <Popover.Dropdown className={styles.details} aria-label="Connection">
            {/* Takes the focus where there is nothing to press. */}
            <p ref={said} tabIndex={-1} data-autofocus className={styles.text}>
              {text}
            </p>
            {waiting && edits.length > 0 && <WaitingEdits edits={edits} waiting={waiting} />}
            {edits.length > 0 && mayBeDeleted && <p className={styles.at}>{MAY_BE_DELETED}</p>}
            <AnsweredAt />
            <NextTry at={reaching.nextAt} className={styles.at} />
            {!isCalm && (
              <Button
                size="xs"
                variant="default"
                loading={reaching.busy}
                onClick={() => void (state === "here" ? sendAgain(waiting) : reaching.ask())}
              >
                Try again
              </Button>
            )}
          </Popover.Dropdown>
        </Popover>
      )}
      <span role="status" className="visually-hidden">
        {isCalm ? "" : `${label}. ${text}`}
      </span>
    </>
  );
}

/** @returns what takes the focus where it went with a row that is there no more. @param rows - how many there are */
function useFocusThatStays(rows: number) {
  const said = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the rows
  useEffect(() => {
    if (document.activeElement === document.body) said.current?.focus();
  }, [rows]);
  return said;
}

const TIME = new Intl.DateTimeFormat(LOCALE, { hour: "numeric", minute: "2-digit" });

function AnsweredAt() {
  const at = connection.answeredAt();
  return at === null ? null : <p className={styles.at}>{`Last answer of the server at ${TIME.format(at).replace(/\u202f/g, " ")}.`}</p>;
}

/** A start is over in seconds. */
const START_MS = 3_000;

/** Asks whether the server is back; once it is, what could not be loaded is asked for again, and the vault is brought up to date. */
function useReaching(state: ConnectionState) {
  const client = useClient();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const before = useRef(state);
  const ask = async () => {
    setBusy(true);
    await client.serverStatus().catch(() => undefined); // connection.ts learns whether there was an answer
    setBusy(false);
  };
  const nextAt = usePolling(state !== "here", ask, state === "starting" ? START_MS : undefined);
  useEffect(() => {
    if (state === "here" && before.current !== "here") askAgain(queries);
    before.current = state;
  }, [state, queries]);
  return { busy, ask, nextAt };
}
