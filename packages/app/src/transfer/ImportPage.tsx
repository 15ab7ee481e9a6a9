/** /import: three steps from another program's file to items in the vault. */
import { plural } from "@coffer/core/text";
import { type Candidate, IMPORT_UNREADABLE } from "@coffer/core/transfer/import";
import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { type Dispatch, useReducer } from "react";
import { useNavigate } from "react-router";
import { useClient } from "../client-context.tsx";
import { PageTitle } from "../ui/PageTitle.tsx";
import { sentenceOf } from "../ui/sentence.ts";
import { toast } from "../ui/toast.ts";
import { showContents } from "../vault/queries.ts";
import { IMPORT_FAILED, importedSentence } from "./banners.ts";
import { type ImportAction, type ImportState, importReducer, type ReviewState, START } from "./import-state.ts";
import { ReviewStep } from "./ReviewStep.tsx";
import { readFile } from "./read-file.ts";
import { SelectSource } from "./SelectSource.tsx";
import { Stepper } from "./Stepper.tsx";
import { UploadFile } from "./UploadFile.tsx";
import "./transfer.css";

const STEPS = ["Select source", "Upload file", "Review & import"];
const STEP_INDEX: Record<ImportState["step"], number> = { select: 0, upload: 1, review: 2, importing: 2, done: 3 };

export function ImportPage() {
  const [state, dispatch] = useReducer(importReducer, START);
  const isFixed = state.step === "importing" || state.step === "done";
  return (
    <>
      <PageTitle>Import File</PageTitle>
      <div className="import-steps">
        <Button
          variant="default"
          className="import-back"
          data-hidden={state.step === "select" || undefined}
          disabled={isFixed || state.step === "select"}
          leftSection={<IconArrowLeft size={17} aria-hidden />}
          onClick={() => dispatch({ type: "back" })}
        >
          Back
        </Button>
        <Stepper steps={STEPS} current={STEP_INDEX[state.step]} />
      </div>
      <Step state={state} dispatch={dispatch} />
    </>
  );
}

function Step({ state, dispatch }: { state: ImportState; dispatch: Dispatch<ImportAction> }) {
  const { read, run } = useImport(state, dispatch);
  switch (state.step) {
    case "select":
      return <SelectSource onChoose={(sourceId) => dispatch({ type: "chose", sourceId })} />;
    case "upload":
      return (
        <UploadFile {...state} onFile={(file) => void read(file)} onRefused={(problem) => dispatch({ type: "unreadable", problem })} />
      );
    case "review":
    case "importing":
    case "done":
      return (
        <ReviewStep
          state={state}
          onSelect={(ids, on) => dispatch({ type: "selected", ids, on })}
          onRemove={(ids) => dispatch({ type: "removed", ids })}
          onImport={(candidates) => void run(state, candidates)}
        />
      );
  }
}

function useImport(state: ImportState, dispatch: Dispatch<ImportAction>) {
  const client = useClient();
  const cache = useQueryClient();
  const navigate = useNavigate();

  const read = async (file: File) => {
    if (state.step !== "upload") return;
    dispatch({ type: "reading" });
    try {
      const result = await readFile(client, state.sourceId, file);
      dispatch(result ? { type: "read", file: result } : { type: "unreadable", problem: IMPORT_UNREADABLE });
    } catch (error) {
      dispatch({ type: "unreadable", problem: sentenceOf(error, IMPORT_UNREADABLE) });
    }
  };
  const run = async ({ sourceId, text, review }: ReviewState, candidates: readonly Candidate[]) => {
    dispatch({ type: "began" });
    try {
      const onProgress = (percent: number) => dispatch({ type: "progressed", percent });
      const { created } = await client.transfer.run({ sourceId, fileText: text, candidates, onProgress });
      dispatch({ type: "finished", created });
      toast.done(`${importedSentence(created, review.candidates.length)} (${plural(created, "item")})`);
      void navigate("/vaults");
    } catch (error) {
      dispatch({ type: "failed", reason: sentenceOf(error, "") });
      toast.failed(error, IMPORT_FAILED);
    } finally {
      showContents(client, cache);
    }
  };
  return { read, run };
}
