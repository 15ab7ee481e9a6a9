/** Writes what was chosen. The receipt is there before the first row, and says at the end what is really there: whatever happens, the import can be continued or undone. */
import type { Client, ImportSession } from "@coffer/client";
import { plural } from "@coffer/core/text";
import type { Candidate } from "@coffer/core/transfer/import";
import { passwordUpdates } from "@coffer/core/transfer/password-updates";
import { sourceOf } from "@coffer/core/transfer/sources";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type Dispatch, useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { useClient } from "../frame/client-context.tsx";
import { unsaved } from "../frame/unsaved.ts";
import { isUnreachable, messageFor } from "../ui/error-message.ts";
import { toast } from "../ui/toast.ts";
import { showContents } from "../vault/queries.ts";
import { IMPORT_FAILED, importedMessage, NO_CONNECTION } from "./import-messages.ts";
import { findReceipt, keepReceipt, type Receipt, rowsOf, updatedRows } from "./import-receipt.ts";
import type { ImportAction, ReviewState } from "./import-state.ts";
import { reviewAgain } from "./read-file.ts";
import { replacePasswords } from "./replaced-passwords.ts";

/** A second press while it is under way does nothing: within one render the state would still say `review`. */
export function useRunImport(dispatch: Dispatch<ImportAction>) {
  const client = useClient();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const running = useRef<AbortController | null>(null);
  const isHere = useIsHere();
  const run = async (state: ReviewState, candidates: readonly Candidate[]) => {
    if (running.current) return;
    const stopping = new AbortController();
    running.current = stopping;
    // Leaving the page now would cut it off in the middle, also from another page of the app.
    const release = unsaved.hold(true);
    dispatch({ type: "began" });
    try {
      const { isStopped, created, updated } = await write({ client, cache, state, candidates, signal: stopping.signal, dispatch });
      if (isStopped) {
        dispatch({ type: "stopped", review: await reviewNow(client, state) });
        return;
      }
      dispatch({ type: "finished", created });
      toast.done(doneMessage(state, { created, updated }));
      // A user who has gone to another page stays there.
      if (isHere.current) void navigate("/vaults");
    } catch (error) {
      // Some of it may have been written: what is there now is marked, and rows that were sent keep their ids, so that a second try writes nothing twice.
      dispatch({
        type: "failed",
        reason: isUnreachable(error) ? NO_CONNECTION : messageFor(error, { refused: "", threw: NO_CONNECTION }),
        review: await reviewNow(client, state),
      });
      toast.failed(error, IMPORT_FAILED);
    } finally {
      running.current = null;
      release();
      showContents(client, cache);
    }
  };
  return { run, stop: () => running.current?.abort() };
}

function doneMessage({ review }: ReviewState, { created, updated }: { created: number; updated: number }): string {
  const [done, items] = [importedMessage(created, review.candidates.length), plural(created, "item")];
  return updated > 0 ? `${done} (${items}, ${updated} updated)` : `${done} (${items})`;
}

function useIsHere() {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}

const reviewNow = (client: Client, { sourceId, review }: ReviewState) =>
  reviewAgain(client, sourceId, review.candidates).then(
    (again) => again.review,
    () => review,
  );

interface Job {
  readonly client: Client;
  readonly cache: QueryClient;
  readonly state: ReviewState;
  readonly candidates: readonly Candidate[];
  readonly signal: AbortSignal;
  readonly dispatch: Dispatch<ImportAction>;
}

async function write({ client, cache, state, candidates, signal, dispatch }: Job) {
  const { sourceId, fileKey, text: fileText, vaults, errors, refused, review } = state;
  const updates = passwordUpdates(review, state.selected, state.changedChoice);
  const rows = rowsOf(candidates, errors, refused, updatedRows(review, updates));
  const earlier = await findReceipt(client, cache);
  const before = earlier && earlier.fileKey === fileKey && earlier.state !== "done" ? earlier : null;
  let receipt: Receipt | null = null;
  const keep = async (changes: Partial<Receipt>) => {
    if (!receipt) return;
    receipt = { ...receipt, ...changes };
    await keepReceipt(client, cache, receipt);
  };
  const { written: writtenBefore, updated, restorable } = before ?? NONE_BEFORE;
  const onBegin = async (session: ImportSession) => {
    const base = { source: sourceOf(sourceId).name, fileKey, errors, rows, state: "running" } as const;
    receipt = { ...base, written: writtenBefore, updated, restorable, ...together(before, session) };
    await keepReceipt(client, cache, receipt);
    const onReplaced = (count: number, more: number) => keep({ updated: updated + count, restorable: restorable + more });
    await replacePasswords(client, { fileKey, updates, isGoingOn: before !== null, onReplaced });
  };
  const onProgress = (percent: number, written: number) => {
    dispatch({ type: "progressed", percent });
    const sum = writtenBefore + written;
    if (receipt && sum > receipt.written) void keep({ written: sum });
  };
  const seed = before ? { seed: before.seed } : {};
  let end: Receipt["state"] = "open";
  let created = 0;
  try {
    const isNothingNew = candidates.length === 0 && vaults.length === 0;
    const outcome = isNothingNew
      ? await onBegin({ seed: before?.seed ?? client.newId(), lastRow: 0, vaultIds: [] }).then(() => NOTHING_NEW)
      : await client.transfer.run({ sourceId, fileText, candidates, vaults, onBegin, onProgress, signal, ...seed });
    end = outcome.isStopped ? "open" : "done";
    created = outcome.created;
    return { ...outcome, updated: updates.length };
  } finally {
    if (receipt) await keep({ written: await countMade(client, receipt, created), state: end });
  }
}

const NONE_BEFORE = { written: 0, updated: 0, restorable: 0 } as const;

/** Passwords alone are no import of the server's. */
const NOTHING_NEW = { created: 0, vaultIds: [], isStopped: false } as const;

/** An import that is done does not fail because the final count could not be read: then it reports its own count. */
const countMade = (client: Client, receipt: Receipt, created: number): Promise<number> =>
  client.transfer.createdIds(receipt).then(
    ({ length }) => length,
    () => Math.max(receipt.written, created),
  );

/** What is to be undone grows with every attempt. */
const together = (before: Receipt | null, { seed, lastRow, vaultIds }: ImportSession): ImportSession => ({
  seed,
  lastRow: Math.max(lastRow, before?.lastRow ?? 0),
  vaultIds: [...new Set([...(before?.vaultIds ?? []), ...vaultIds])],
});
