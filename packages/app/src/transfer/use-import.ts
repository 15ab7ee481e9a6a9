/** What the wizard does beyond its own state: reads a file, opens a sealed one, writes what was chosen and leaves a receipt. */
import { plural } from "@coffer/core/text";
import { type Candidate, IMPORT_UNREADABLE } from "@coffer/core/transfer/import";
import { sourceOf } from "@coffer/core/transfer/sources";
import { useQueryClient } from "@tanstack/react-query";
import { type Dispatch, useRef } from "react";
import { useNavigate } from "react-router";
import { useClient } from "../frame/client-context.tsx";
import { messageOf } from "../ui/message.ts";
import { toast } from "../ui/toast.ts";
import { showContents } from "../vault/queries.ts";
import { IMPORT_FAILED, importedMessage } from "./banners.ts";
import type { ImportAction, ImportState, ReviewState } from "./import-state.ts";
import { readFile, reviewAnew, unlockFile } from "./read-file.ts";
import { keepReceipt } from "./receipt.ts";

export function useImport(state: ImportState, dispatch: Dispatch<ImportAction>) {
  const client = useClient();
  const run = useRun(dispatch);
  const take = async (reading: () => Promise<ImportAction>) => {
    dispatch({ type: "reading" });
    try {
      dispatch(await reading());
    } catch (error) {
      dispatch({ type: "unreadable", error: messageOf(error, IMPORT_UNREADABLE) });
    }
  };
  const read = (file: File) => take(() => readFile(client, state.step === "upload" ? state.sourceId : null, file));
  const unlock = async (password: string) => {
    if (state.step === "locked") dispatch(await unlockFile(client, state, password));
  };
  return { read, unlock, run };
}

type Run = (state: ReviewState, candidates: readonly Candidate[]) => Promise<void>;

/** Writes what was chosen. A second press while it is under way does nothing: within one drawing the state would still say `review`. */
function useRun(dispatch: Dispatch<ImportAction>): Run {
  const client = useClient();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const running = useRef(false);
  return async ({ sourceId, text, vaults, review, errors }, candidates) => {
    if (running.current) return;
    running.current = true;
    dispatch({ type: "began" });
    try {
      const onProgress = (percent: number) => dispatch({ type: "progressed", percent });
      const { created, itemIds, vaultIds } = await client.transfer.run({ sourceId, fileText: text, candidates, vaults, onProgress });
      dispatch({ type: "finished", created });
      keepReceipt(cache, { source: sourceOf(sourceId).name, itemIds, vaultIds, errors });
      toast.done(`${importedMessage(created, review.candidates.length)} (${plural(created, "item")})`);
      void navigate("/vaults");
    } catch (error) {
      // Some of it may have been written: what is there by now is marked, so that a second try writes nothing twice.
      const anew = await reviewAnew(client, sourceId, review.candidates).catch(() => review);
      dispatch({ type: "failed", reason: messageOf(error, ""), review: anew });
      toast.failed(error, IMPORT_FAILED);
    } finally {
      running.current = false;
      showContents(client, cache);
    }
  };
}
