/** /import: three steps from another program's file to items in the vault. */
import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { type Dispatch, useReducer } from "react";
import { PageTitle } from "../ui/PageTitle.tsx";
import { type ImportAction, type ImportState, importReducer, START } from "./import-state.ts";
import { ReviewStep } from "./ReviewStep.tsx";
import { SelectSource } from "./SelectSource.tsx";
import { Stepper } from "./Stepper.tsx";
import { UnlockFile } from "./UnlockFile.tsx";
import { UploadFile } from "./UploadFile.tsx";
import { useImport } from "./use-import.ts";
import "./transfer.css";

const STEPS = ["Select source", "Upload file", "Review & import"];
const STEP_INDEX: Record<ImportState["step"], number> = { select: 0, upload: 1, locked: 1, review: 2, importing: 2, done: 3 };

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
  const { read, unlock, run } = useImport(state, dispatch);
  const file = {
    onFile: (chosen: File) => void read(chosen),
    onRefused: (problem: string) => dispatch({ type: "unreadable", problem }),
  };
  switch (state.step) {
    case "select":
      return <SelectSource {...state} {...file} onChoose={(sourceId) => dispatch({ type: "chose", sourceId })} />;
    case "upload":
      return <UploadFile {...state} {...file} />;
    case "locked":
      return <UnlockFile {...state} onUnlock={(password) => void unlock(password)} />;
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
