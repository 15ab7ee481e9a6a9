/** Creates or edits one item in a sheet: opens it, and draws its form, or what can be done where it cannot be edited. */
import { blankDraft, type Draft, draftOf, type Item } from "@coffer/core/items/item";
import { Button } from "@mantine/core";
import { useReturnFocus } from "../../frame/use-return-focus.ts";
import { ErrorNote } from "../../ui/ErrorNote.tsx";
import { SubmitButton } from "../../ui/form/Form.tsx";
import { FormCause } from "../../ui/form/FormCause.tsx";
import { KeptDraft } from "../../ui/form/KeptDraft.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import { ItemFields } from "../fields/ItemFields.tsx";
import { type EditorName, editorWords } from "../item/editors.ts";
import { ItemHead } from "../item/ItemHead.tsx";
import { mayEdit, mayOrganise } from "../item/rights.ts";
import { useContents, useItem } from "../queries.ts";
import { ItemForm } from "./ItemForm.tsx";
import styles from "./ItemFormSheet.module.css";
import { OthersEdit } from "./OthersEdit.tsx";
import { type FormTarget, useItemForm } from "./use-item-form.ts";

interface Props {
  readonly target: FormTarget;
  readonly editor: EditorName;
  readonly onClose: () => void;
  readonly onSaved?: (item: Item) => void;
}

const UNPREPARED = "Failed to prepare entry for editing";

const LOST = "This item is no longer shared with you.";

/** Whether a shared item was taken back, or has ended, while it is open here. An item the user may edit stays until it is saved or left: it may be half typed. */
function useIsLost(item: Item | null): boolean {
  const { data } = useContents();
  return item !== null && !mayEdit(item) && data !== undefined && !data.items.some(({ id }) => id === item.id);
}

export function ItemFormSheet(props: Props) {
  const { target, editor, onClose } = props;
  const opened = useItem(target.item);
  useReturnFocus();
  const isLost = useIsLost(target.item);
  const words = editorWords(target.kind, editor);
  if (!target.item) return <Editor {...props} item={null} start={target.start ?? blankDraft(target.kind, target.categoryId)} />;
  if (isLost || opened.isError || opened.data?.state === "tampered") {
    return (
      <Sheet opened pane="portal" onClose={onClose} title={words.edit} footer={<CloseButton onClose={onClose} />}>
        {isLost ? (
          <ErrorNote>{LOST}</ErrorNote>
        ) : opened.isError ? (
          <LoadFailed query={opened}>{UNPREPARED}</LoadFailed>
        ) : (
          <ErrorNote>{UNPREPARED}</ErrorNote>
        )}
      </Sheet>
    );
  }
  if (!opened.data) {
    return (
      <Sheet opened pane="portal" onClose={onClose} title={words.edit}>
        <Loading />
      </Sheet>
    );
  }
  if (!mayEdit(opened.data)) {
    return (
      <Sheet opened pane="portal" onClose={onClose} title={words.view} footer={<CloseButton onClose={onClose} />}>
        <ItemHead kind={target.kind} fields={opened.data.fields}>
          {opened.data.sharedBy && `Shared by ${opened.data.sharedBy}`}
        </ItemHead>
        <ItemFields item={opened.data} />
      </Sheet>
    );
  }
  return <Editor {...props} item={opened.data} start={draftOf(opened.data)} />;
}

const CloseButton = ({ onClose }: { onClose: () => void }) => (
  <Button variant="default" onClick={onClose}>
    Close
  </Button>
);

interface EditorProps extends Props {
  /** With all its fields; null for a new one. */
  readonly item: Item | null;
  readonly start: Draft;
}

function Editor({ target, editor, item, start, onClose, onSaved }: EditorProps) {
  const { form, generated, onGenerate, edit } = useItemForm({ target, item, start, onClose, onSaved });
  const contents = useContents();
  const words = editorWords(target.kind, editor);
  return (
    <Sheet
      opened
      pane="portal"
      isForm
      onClose={form.leave}
      title={item ? words.edit : words.create}
      notice={
        <>
          {form.cause !== null && (
            <div className={styles.cause}>
              <FormCause form={form} />
            </div>
          )}
          {form.error !== null && (
            <p className={styles.error} role="alert">
              {form.error}
            </p>
          )}
        </>
      }
      footer={
        <>
          <Button variant="default" onClick={() => void form.leave()}>
            Cancel
          </Button>
          <SubmitButton form={form} busyLabel={words.busy}>
            {item ? words.update : words.save}
          </SubmitButton>
        </>
      }
    >
      <KeptDraft draft={form.draft} />
      <OthersEdit form={form} edit={edit} />
      <ItemForm
        {...{ form, item }}
        generated={generated}
        onGenerate={onGenerate}
        vaults={(contents.data?.vaults ?? []).filter(mayEdit)}
        reveals={words.reveals}
        organises={item === null || mayOrganise(item)}
      />
    </Sheet>
  );
}
