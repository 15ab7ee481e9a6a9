/** Creates or edits one item in a sheet: loads it, guards against losing what was typed, saves, and says so in the specified words. */
import { blankDraft, type Draft, type FieldValues, type Item, titleOf } from "@coffer/core/items/item";
import { type KindName, kindOf } from "@coffer/core/items/kinds";
import { Button } from "@mantine/core";
import { useId, useReducer, useRef, useState } from "react";
import { useReturnFocus } from "../../frame/use-return-focus.ts";
import { ErrorNote } from "../../ui/ErrorNote.tsx";
import { confirmClose } from "../../ui/form/confirm-close.ts";
import { Loading } from "../../ui/Loading.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import { toast } from "../../ui/toast.ts";
import { ItemFields } from "../fields/ItemFields.tsx";
import { createdToast, type EditorName, type EntryPoint, editorWords } from "../item/editors.ts";
import { mayEdit, mayOrganise } from "../item/rights.ts";
import { useContents, useItem, useSaveItem } from "../queries.ts";
import { firstProblem, formReducer, isDirty, problemsOf, startForm } from "./form-state.ts";
import { fieldId, ItemForm } from "./ItemForm.tsx";
import { draftPlace, useKeptDraft } from "./use-kept-draft.ts";
import "./forms.css";
import "../vault.css";

/** What the form is for: a new item of a kind, or one that exists. */
export type FormTarget =
  | {
      readonly kind: KindName;
      readonly item: null;
      readonly categoryId: string | null;
      readonly from: EntryPoint;
      /** What the form begins with instead of a blank item: the copy of another one. */
      readonly start?: Draft;
    }
  | {
      readonly kind: KindName;
      readonly item: Item;
      /** Fields the form opens with as if they had been typed. */
      readonly changes?: FieldValues;
    };

interface Props {
  readonly target: FormTarget;
  readonly editor: EditorName;
  readonly onClose: () => void;
  readonly onSaved?: (item: Item) => void;
}

export function ItemFormSheet(props: Props) {
  const { target, editor, onClose } = props;
  const opened = useItem(target.item);
  useReturnFocus();
  const words = editorWords(target.kind, editor);
  if (!target.item) return <Editor {...props} item={null} base={target.start ?? blankDraft(target.kind, target.categoryId)} />;
  if (opened.isError || opened.data?.state === "tampered") {
    return (
      <Sheet opened onClose={onClose} title={words.edit} footer={<CloseButton onClose={onClose} />}>
        <ErrorNote>Failed to prepare entry for editing</ErrorNote>
      </Sheet>
    );
  }
  if (!opened.data) {
    return (
      <Sheet opened onClose={onClose} title={words.edit}>
        <Loading />
      </Sheet>
    );
  }
  if (!mayEdit(opened.data)) {
    return (
      <Sheet opened onClose={onClose} title={words.view} footer={<CloseButton onClose={onClose} />}>
        <ItemFields item={opened.data} />
      </Sheet>
    );
  }
  return <Editor {...props} item={opened.data} base={draftOf(opened.data)} />;
}

const CloseButton = ({ onClose }: { onClose: () => void }) => (
  <Button variant="default" onClick={onClose}>
    Close
  </Button>
);

const draftOf = ({ kind, categoryId, favourite, fields }: Item): Draft => ({ kind, categoryId, favourite, fields });

/** The form itself. What it began with is fixed when it opens: a change that arrives meanwhile is merged by the client at saving. */
function Editor({ target, editor, item: given, base: givenBase, onClose, onSaved }: Props & { item: Item | null; base: Draft }) {
  const [{ item, base }] = useState({ item: given, base: givenBase });
  const [state, dispatch] = useReducer(formReducer, base, () => startForm(base, target.item ? target.changes : undefined));
  const kept = useKeptDraft(draftPlace(target.kind, item?.id ?? null), base, state.draft);
  const contents = useContents();
  const save = useSaveItem();
  const formId = useId();
  const asking = useRef(false);
  const words = editorWords(target.kind, editor);

  const close = async () => {
    if (asking.current || save.isPending) return;
    asking.current = true;
    const mayClose = !isDirty(state) || (await confirmClose());
    asking.current = false;
    if (mayClose) onClose();
  };

  const submit = async () => {
    if (save.isPending) return;
    const problems = problemsOf(state.draft);
    const first = firstProblem(target.kind, problems);
    if (first) {
      dispatch({ type: "refused", problems });
      return document.getElementById(fieldId(formId, first))?.focus();
    }
    try {
      const outcome = await save.mutateAsync({ base: item, draft: state.draft });
      kept.discard();
      toast.done(target.item ? kindOf(target.kind).words.updated : createdToast(target.kind, target.from));
      if (outcome.conflict) toast.done(conflictSentence(outcome.item));
      onClose();
      onSaved?.(outcome.item);
    } catch (error) {
      const { createFailed, updateFailed } = kindOf(target.kind).words;
      toast.failed(error, item ? updateFailed : createFailed);
    }
  };

  const saveLabel = item ? words.update : words.save;
  return (
    <Sheet
      opened
      wide
      onClose={() => void close()}
      title={item ? words.edit : words.create}
      footer={
        <>
          {state.summary && (
            <p className="form-summary" role="alert">
              {state.summary}
            </p>
          )}
          <Button variant="default" onClick={() => void close()}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={save.isPending} loaderProps={{ size: 16 }}>
            {save.isPending ? words.busy : saveLabel}
          </Button>
        </>
      }
    >
      {kept.offered && (
        <KeptDraftNote
          onRestore={() => {
            if (kept.offered) dispatch({ type: "restored", draft: kept.offered });
            kept.dismiss();
          }}
          onDiscard={kept.discard}
        />
      )}
      <ItemForm
        id={formId}
        state={state}
        dispatch={dispatch}
        vaults={contents.data?.vaults ?? []}
        reveals={words.reveals}
        organises={item === null || mayOrganise(item)}
        onSubmit={() => void submit()}
      />
    </Sheet>
  );
}

const conflictSentence = (item: Item): string => `"${titleOf(item)}" was also changed on another device. Both versions were kept.`;

function KeptDraftNote({ onRestore, onDiscard }: { onRestore: () => void; onDiscard: () => void }) {
  return (
    <div className="kept-draft" role="status">
      <p>You typed something here before and did not save it.</p>
      <div>
        <Button size="compact-sm" variant="light" onClick={onRestore}>
          Restore it
        </Button>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </div>
  );
}
