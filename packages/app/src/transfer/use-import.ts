/** What the wizard does beyond its own state: reads a file, opens a sealed one, writes what was chosen and leaves a receipt. */
import type { Client } from "@coffer/client";
import { placeRows } from "@coffer/core/transfer/candidate";
import { decodePasswords } from "@coffer/core/transfer/encoded-passwords";
import type { EncodingId } from "@coffer/core/transfer/encoding";
import { type Candidate, IMPORT_UNREADABLE } from "@coffer/core/transfer/import";
import type { SourceId } from "@coffer/core/transfer/sources";
import { type Dispatch, startTransition, useRef } from "react";
import { useClient } from "../frame/client-context.tsx";
import { messageOf } from "../ui/error-message.ts";
import { toast } from "../ui/toast.ts";
import { IMPORT_FAILED } from "./import-messages.ts";
import type { ImportAction, ImportState, ReviewState } from "./import-state.ts";
import { type FileKey, readFile, reviewAgain, unlockFile } from "./read-file.ts";
import { useRunImport } from "./use-run-import.ts";

export function useImport(state: ImportState, dispatch: Dispatch<ImportAction>) {
  const client = useClient();
  const { run: runNow, stop } = useRunImport(dispatch);
  const { isComparing, compareAgain } = useComparison(client, dispatch);
  const take = async (reading: () => Promise<ImportAction>) => {
    dispatch({ type: "reading" });
    try {
      const found = await reading();
      // Rendered in pieces: thousands of rows must not block typing elsewhere.
      startTransition(() => dispatch(found));
    } catch (error) {
      dispatch({ type: "unreadable", error: messageOf(error, IMPORT_UNREADABLE) });
    }
  };
  const read = (file: File) => take(() => readFile(client, { file, chosen: chosenAt(state) }));
  const decode = (encoding: EncodingId) =>
    state.step === "encoding" ? take(() => readFile(client, { file: state.file, chosen: state.chosen, encoding })) : Promise.resolve();
  const unlock = async (key: FileKey) => {
    if (state.step === "locked") dispatch(await unlockFile(client, state, key));
  };
  const run = async (at: ReviewState, candidates: readonly Candidate[]) => {
    if (!isComparing()) await runNow(at, candidates);
  };
  return {
    ...{ read, decode, unlock, run, stop },
    place: (at: ReviewState, folder: string) => compareAgain(at, folder, placeRows(at.review.candidates, folder)),
    decodeSigns: (at: ReviewState) => compareAgain(at, at.place, decodePasswords(at.review.candidates)),
  };
}

/** What is in the vault already depends on where rows go, and on what their passwords are. */
function useComparison(client: Client, dispatch: Dispatch<ImportAction>) {
  // Until the next render the state would still say that nothing is being compared.
  const isComparing = useRef(false);
  const compareAgain = async (at: ReviewState, place: string, candidates: readonly Candidate[]) => {
    isComparing.current = true;
    dispatch({ type: "checking" });
    try {
      const { review } = await reviewAgain(client, at.sourceId, candidates);
      dispatch({ type: "placed", place, review });
    } catch (error) {
      dispatch({ type: "unchecked" });
      toast.failed(error, IMPORT_FAILED);
    } finally {
      isComparing.current = false;
    }
  };
  return { isComparing: () => isComparing.current, compareAgain };
}

const chosenAt = (state: ImportState): SourceId | null => (state.step === "upload" ? state.sourceId : null);
