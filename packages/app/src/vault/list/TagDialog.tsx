/** Puts tags on items and takes them off. A tag that only some of them have shows a dash, and stays so unless it is touched. */
import type { Item } from "@coffer/core/items/item";
import { TAG_MAX_LENGTH } from "@coffer/core/items/structured-fields";
import { Button, Checkbox, TextInput } from "@mantine/core";
import { type KeyboardEvent, useMemo } from "react";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { type FormApi, useForm } from "../../ui/form/use-form.ts";
import { offerUndo } from "../../ui/undo.ts";
import { tagsInUse } from "../fields/tags.ts";
import { namesOf } from "../item/use-deletion.ts";
import { useContents, useTag } from "../queries.ts";
import { useOutcomeText } from "../waiting/waiting-queries.ts";
import styles from "./TagDialog.module.css";
import {
  isOnNow,
  NO_CHOICE,
  type TagChoice,
  type TagState,
  tagChange,
  tagChangesBack,
  tagStates,
  withDecision,
  withTypedTag,
} from "./tag-choice.ts";

export function TagDialog({ items, onClose }: { items: readonly Item[]; onClose: () => void }) {
  const { data } = useContents();
  const tagging = useTag();
  const said = useOutcomeText();
  const inUse = useMemo(() => tagsInUse(data?.items ?? []), [data?.items]);
  const form = useForm<TagChoice>({
    start: NO_CHOICE,
    async send(values) {
      const { added, decided } = withTypedTag(values, inUse);
      const { add, remove } = tagChange(tagStates(items, [...added, ...inUse]), new Map(decided));
      if (add.length + remove.length === 0) return;
      const ids = items.map(({ id }) => id);
      await tagging.mutateAsync({ ids, add, remove });
      offerUndo(said(ids, `Tags of ${namesOf(items)} saved`), {
        label: `tag ${namesOf(items)}`,
        takeBack: async () => {
          for (const change of tagChangesBack(items, { add, remove })) await tagging.mutateAsync(change);
        },
        back: () => said(ids, `Tags of ${namesOf(items)} are as they were`),
        failed: `Could not take back the tags of ${namesOf(items)}`,
      });
    },
    failed: `Could not tag ${namesOf(items)}`,
    failsBy: "toast",
    onSent: onClose,
    guard: { onLeave: onClose },
  });
  return (
    <FormDialog form={form} title={`Tags of ${namesOf(items)}`} submitLabel="Save tags">
      <NewTag form={form} inUse={inUse} />
      <TagBoxes form={form} states={tagStates(items, [...form.values.added, ...inUse])} />
    </FormDialog>
  );
}

function NewTag({ form, inUse }: { form: FormApi<TagChoice>; inUse: readonly string[] }) {
  const isBlank = form.values.typed.trim() === "";
  const take = () => form.derive((choice) => withTypedTag(choice, inUse), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || isBlank) return;
    event.preventDefault();
    take();
  };
  return (
    <div className={styles.new}>
      <TextInput label="New tag" maxLength={TAG_MAX_LENGTH} autoComplete="off" {...form.text("typed")} onKeyDown={onKeyDown} />
      <Button variant="default" disabled={isBlank} onClick={take}>
        Add
      </Button>
    </div>
  );
}

function TagBoxes({ form, states }: { form: FormApi<TagChoice>; states: readonly TagState[] }) {
  if (states.length === 0) return null;
  const decisions = new Map(form.values.decided);
  return (
    <fieldset className={styles.choice}>
      <legend>Tags</legend>
      {states.map((state) => (
        <Checkbox
          key={state.name}
          label={state.name}
          checked={isOnNow(state, decisions)}
          indeterminate={state.on === "some" && !decisions.has(state.name)}
          onChange={({ currentTarget: { checked } }) => form.derive((choice) => withDecision(choice, state.name, checked), [])}
        />
      ))}
    </fieldset>
  );
}
