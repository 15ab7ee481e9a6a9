/** Has edits that the server does not answer kept on this device, and says what became of those that were sent later. */
import type { Client, SentEdit, WaitingApi, WaitingEdit } from "@coffer/client";
import { plural } from "@coffer/core/text";
import type { QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useClient } from "../../frame/client-context.tsx";
import { connection } from "../../frame/connection.ts";
import { afterFirstRows } from "../../frame/first-rows.ts";
import { alert } from "../../ui/confirm.ts";
import { tellUnsent } from "../../ui/may-sign-out.ts";
import { toast } from "../../ui/toast.ts";
import { meetingMessage } from "../form/use-undo-of-save.ts";
import { CONTENTS_KEY, showContents, TRASH_KEY } from "../queries.ts";
import { askToLast } from "./lasting-storage.ts";
import { beginReading, currentWaiting, titleOfEdit, unsentIn, WAITING_KEY, type Waiting } from "./waiting-queries.ts";

export function useWaitingEdits(queries: QueryClient): void {
  const client = useClient();
  useEffect(() => {
    let isOver = false;
    let isBegun = false;
    const begin = (): Promise<void> => keep(client, queries, () => isOver);
    const beginOrSay = async (): Promise<void> => {
      if (isBegun || isOver) return;
      isBegun = true;
      await begin().catch(async (error: unknown) => {
        isBegun = false; // its part did not load: again with the connection
        if (!(error instanceof Error && error.name === "LostEditsError") || isOver) return;
        await alert(error.message, "Some changes were lost");
        await beginOrSay();
      });
    };
    const endReading = beginReading(queries);
    const stopTelling = tellUnsent(() => unsentIn(queries));
    // Loaded before it is needed: without a connection it could not be.
    void afterFirstRows()
      .then(beginOrSay)
      .finally(() => isOver || endReading());
    const stopTrying = connection.subscribe(() => {
      if (connection.current() !== "here") return;
      void beginOrSay();
      askToSend(queries);
    });
    const stop = client.onSession((_, reason) => {
      if (reason !== "rekeyed") return;
      isBegun = false; // what waited under the keys of before is told of
      void beginOrSay();
    });
    return () => {
      isOver = true;
      stopTelling();
      stopTrying();
      stop();
    };
  }, [client, queries]);
}

async function keep(client: Client, queries: QueryClient, isOver: () => boolean): Promise<void> {
  let api: WaitingApi | null = null;
  const onChange = (edits: readonly WaitingEdit[]): void => {
    if (isOver()) return;
    const before = currentWaiting(queries)?.edits ?? [];
    const waiting: Waiting = { edits, send: async () => api?.send(), discard: async (edit) => api?.discard(edit) };
    queries.setQueryData(WAITING_KEY, waiting);
    if (before.length === 0 && edits.length > 0) void askToLast(queries);
    showContents(client, queries);
    // Asked for again only while it is in sight, and not by what it asks for itself.
    if (deletionsOf(before) !== deletionsOf(edits)) void queries.invalidateQueries({ queryKey: TRASH_KEY });
  };
  api = await client.vault.keepEdits({ onChange, onSent: saySent });
  // From here on they are in what the client shows: without a server nothing else would have the lists drawn again.
  if (!isOver()) showContents(client, queries);
  // The first pull may have been before.
  askToSend(queries);
}

const deletionsOf = (edits: readonly WaitingEdit[]): string =>
  edits
    .filter(({ isDeleted }) => isDeleted)
    .map(({ id, refused }) => `${id} ${refused}`)
    .join();

/** What waits is sent with the next pull; what is shown is too young to be asked for again by itself. */
function askToSend(queries: QueryClient): void {
  if (currentWaiting(queries)?.edits.length) void queries.invalidateQueries({ queryKey: CONTENTS_KEY });
}

function saySent(sent: readonly SentEdit[]): void {
  for (const { edit, outcome, stays, notUndone } of sent) {
    if (notUndone) toast.failed(notUndone);
    const met = outcome && edit.base && meetingMessage(edit.base, outcome);
    if (met) toast.done(met, false);
    if (stays) toast.failed(`"${titleOfEdit(edit)}" was changed by someone else meanwhile, so it was not deleted`);
  }
  const [one, ...more] = sent.filter(({ stays, notUndone }) => !stays && !notUndone);
  if (!one) return;
  toast.done(
    more.length === 0
      ? `The change of "${titleOfEdit(one.edit)}" that waited is on the server now.`
      : `${plural(more.length + 1, "change")} that waited are on the server now.`,
  );
}
