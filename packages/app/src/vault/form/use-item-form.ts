/** The form of one item, new or existing: what it begins with, how it is checked and saved, and what is said afterwards. */
import type { Draft, FieldValues, Item } from "@coffer/core/items/item";
import { type KindName, kindOf } from "@coffer/core/items/kinds";
import { useMemo, useRef, useState } from "react";
import type { DraftPlace } from "../../ui/form/use-draft.ts";
import { type FormApi, useForm } from "../../ui/form/use-form.ts";
import { toast } from "../../ui/toast.ts";
import { offerUndo } from "../../ui/undo.ts";
import { createdToast, type EntryPoint } from "../item/editors.ts";
import { useSaveItem } from "../queries.ts";
import { KEPT_HERE } from "../waiting/waiting-queries.ts";
import { generatedSecrets } from "./generated-secrets.ts";
import { asDraft, asEdit, checkDraft, draftBase, draftPlace } from "./item-draft.ts";
import { type Editing, takeOver } from "./take-over.ts";
import { type OthersEdit, useOthersEdit } from "./use-others-edit.ts";
import { meetingMessage, useUndoOfSave } from "./use-undo-of-save.ts";

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

interface Options {
  readonly target: FormTarget;
  /** With all its fields; null for a new one. */
  readonly item: Item | null;
  readonly start: Draft;
  readonly onClose: () => void;
  readonly onSaved?: ((item: Item) => void) | undefined;
}

interface ItemForm {
  readonly form: FormApi<Draft>;
  /** By field: the secret that was made for it last. */
  readonly generated: FieldValues;
  readonly onGenerate: (name: string, value: string) => void;
  readonly edit: OthersEdit;
}

/** A change that arrives later is taken over where that can be (use-others-edit.ts); the client merges again at saving. */
export function useItemForm({ target, onClose, onSaved, ...given }: Options): ItemForm {
  const [{ start, generated }] = useState(() => beginning(target, given));
  const [made, setMade] = useState<FieldValues>(generated);
  const [item, rebase] = useState(given.item);
  // The same one at every drawing: another one would be sealed with the draft again.
  const base = useMemo(() => (item ? draftBase(item) : null), [item]);
  const { kind } = target;
  const { words } = kindOf(kind);
  const save = useSaveItem();
  const undoOf = useUndoOfSave();
  const saved = useRef<Item | null>(null);
  const changes = target.item ? target.changes : undefined;
  const form = useForm<Draft>({
    start,
    typed: { ...start, fields: { ...start.fields, ...changes } },
    check: (draft) => checkDraft(draft, start.fields),
    async send(draft) {
      const outcome = await save.mutateAsync({ base: item, draft });
      saved.current = outcome.item;
      const done = outcome.item.waits ? KEPT_HERE : target.item ? words.updated : createdToast(kind, target.from);
      const met = item && meetingMessage(item, outcome);
      if (met === null || item === null) return offerUndo(done, undoOf({ before: item, typed: draft, after: outcome.item }));
      toast.done(done);
      toast.done(met);
    },
    failed: item ? words.updateFailed : words.createFailed,
    failsBy: "toast",
    onSent() {
      onClose();
      if (saved.current) onSaved?.(saved.current);
    },
    draft: keptDraft(kind, item, base, (kept) => edit.restore(kept)),
    guard: { onLeave: onClose },
  });
  const onGenerate = (name: string, value: string) => setMade((before) => ({ ...before, [name]: value }));
  const edit = useOthersEdit(form, item, rebase);
  return { form, generated: made, onGenerate, edit };
}

/** What was typed into the form of an item is an edit of what it was then, and comes back as one. */
function keptDraft(kind: KindName, item: Item | null, base: object | null, restore: (kept: Editing) => void): DraftPlace<Draft> {
  const place = draftPlace(kind, item?.id ?? null);
  if (!item) return { place, read: (kept) => asDraft(kept, kind) };
  const editOf = (kept: unknown) => asEdit(kept, item);
  return {
    place,
    base,
    read(kept) {
      const edit = editOf(kept);
      return edit && takeOver(edit, item).draft;
    },
    restore(kept) {
      const edit = editOf(kept);
      if (edit) restore(edit);
    },
  };
}

/** A new item begins with its secrets made; a copy of another one has its own. They are no change yet: closing asks nothing. */
function beginning(target: FormTarget, { start }: Pick<Options, "start">) {
  const generated = target.item === null && target.start === undefined ? generatedSecrets(target.kind) : {};
  return { generated, start: { ...start, fields: { ...start.fields, ...generated } } };
}
