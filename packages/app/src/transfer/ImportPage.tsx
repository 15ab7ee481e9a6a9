/** /import: three steps from another program's file to items in the vault. */
import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { type Dispatch, useReducer } from "react";
import { PageTitle } from "../ui/PageTitle.tsx";
import styles from "./ImportPage.module.css";
import { type ImportAction, type ImportState, importReducer, START } from "./import-state.ts";
import { ReviewStep } from "./ReviewStep.tsx";
import { SelectSource } from "./SelectSource.tsx";
import { Stepper } from "./Stepper.tsx";
import { UnlockFile } from "./UnlockFile.tsx";
import { UploadFile } from "./UploadFile.tsx";
import { useImport } from "./use-import.ts";

const STEPS = ["Select source", "Upload file", "Review & import"];
const STEP_INDEX: Record<ImportState["step"], number> = { select: 0, upload: 1, locked: 1, review: 2, importing: 2, done: 3 };

export function ImportPage() {
  const [state, dispatch] = useReducer(importReducer, START);
  const isFixed = state.step === "importing" || state.step === "done";
  return (
    <>
      <PageTitle>Import File</PageTitle>
      <div className={styles.steps}>
        {state.step !== "select" && (
          <Button
            variant="default"
            className={styles.back}
            disabled={isFixed}
            leftSection={<IconArrowLeft size={17} aria-hidden />}
            onClick={() => dispatch({ type: "back" })}
          >
            Back
          </Button>
        )}
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
    onRefused: (error: string) => dispatch({ type: "unreadable", error }),
  };
  switch (state.step) {
    case "select":
      return <SelectSource {...state} {...file} onChoose={(sourceId) => dispatch({ type: "chose", sourceId })} />;
    case "upload":
      return <UploadFile {...state} {...file} />;
    case "locked":
      return <UnlockFile onUnlock={unlock} />;
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
