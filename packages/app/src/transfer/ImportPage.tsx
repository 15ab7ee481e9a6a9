/** /import: three steps from another program's file to items in the vault. */
import { SOURCE_IDS } from "@coffer/core/transfer/sources";
import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { type Dispatch, type RefObject, useEffect, useReducer, useRef } from "react";
import { useSearchParams } from "react-router";
import { confirmClose } from "../ui/form/confirm-close.ts";
import { NeedsServer } from "../ui/NeedsServer.tsx";
import { PageTitle } from "../ui/PageTitle.tsx";
import { AskEncoding } from "./AskEncoding.tsx";
import styles from "./ImportPage.module.css";
import { type ImportAction, type ImportState, importReducer, START } from "./import-state.ts";
import { ReviewStep } from "./ReviewStep.tsx";
import { SelectSource } from "./SelectSource.tsx";
import { Stepper } from "./Stepper.tsx";
import { UnlockFile } from "./UnlockFile.tsx";
import { UploadFile } from "./UploadFile.tsx";
import { useImport } from "./use-import.ts";

const STEPS = ["Select source", "Upload file", "Review & import"];
const STEP_INDEX: Record<ImportState["step"], number> = { select: 0, upload: 1, encoding: 1, locked: 1, review: 2, importing: 2, done: 3 };

/** A link that names a program opens the wizard where its file is asked for; Back leads to all of them. */
function startAt(source: string | null): ImportState {
  const sourceId = SOURCE_IDS.find((id) => id === source);
  return sourceId === undefined ? START : importReducer(START, { type: "chose", sourceId });
}

export function ImportPage() {
  const [search] = useSearchParams();
  const [state, dispatch] = useReducer(importReducer, search.get("source"), startAt);
  const actions = useImport(state, dispatch);
  const back = async () => {
    if (state.step === "importing") return actions.stop();
    if (state.step === "review" && state.isTouched && !(await confirmClose())) return;
    dispatch({ type: "back" });
  };
  return (
    <>
      <PageTitle>Import File</PageTitle>
      <div className={styles.steps}>
        {state.step !== "select" && (
          <Button
            variant="default"
            className={styles.back}
            leftSection={<IconArrowLeft size={18} aria-hidden />}
            onClick={() => void back()}
          >
            Back
          </Button>
        )}
        <Stepper steps={STEPS} current={STEP_INDEX[state.step]} />
      </div>
      {state.step !== "importing" && state.step !== "done" && (
        <NeedsServer>
          The server does not answer. An import cannot wait on this device: you can look through a file now, and import it once the server
          answers.
        </NeedsServer>
      )}
      <div ref={useFocusOf(state.step)} tabIndex={-1} className={styles.step}>
        <Step state={state} dispatch={dispatch} actions={actions} />
      </div>
    </>
  );
}

/** What was pressed leaves with its step: the next Tab begins in the new one, and its words are read out, unless the step has put the focus somewhere itself. */
function useFocusOf(step: ImportState["step"]): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current !== step && document.activeElement === document.body) place.current?.focus({ preventScroll: true });
    before.current = step;
  }, [step]);
  return place;
}

interface StepProps {
  readonly state: ImportState;
  readonly dispatch: Dispatch<ImportAction>;
  readonly actions: ReturnType<typeof useImport>;
}

function Step({ state, dispatch, actions }: StepProps) {
  const { read, decode, unlock, place, decodeSigns, run, stop } = actions;
  const file = {
    onFile: (chosen: File) => void read(chosen),
    onRefused: (error: string) => dispatch({ type: "unreadable", error }),
  };
  switch (state.step) {
    case "select":
      return <SelectSource {...state} {...file} onChoose={(sourceId) => dispatch({ type: "chose", sourceId })} />;
    case "upload":
      return <UploadFile {...state} {...file} />;
    case "encoding":
      return <AskEncoding {...state} onAnswer={(encoding) => void decode(encoding)} />;
    case "locked":
      return <UnlockFile isBackup={typeof state.sealed === "string"} takesKeyFile={state.sourceId === "keepass-kdbx"} onUnlock={unlock} />;
    case "review":
    case "importing":
    case "done":
      return (
        <ReviewStep
          state={state}
          onSelect={(ids, on) => dispatch({ type: "selected", ids, on })}
          onRemove={(ids) => dispatch({ type: "removed", ids })}
          onImport={(candidates) => void run(state, candidates)}
          onStop={stop}
          onPlace={(folder) => void place(state, folder)}
          onDecode={() => void decodeSigns(state)}
          onResolve={(choice) => dispatch({ type: "resolved", choice })}
        />
      );
  }
}
