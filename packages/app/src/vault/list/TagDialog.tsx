/** Puts tags on items and takes them off. A tag that only some of them have shows a dash, and stays so unless it is touched. */
import type { Item } from "@coffer/core/items/item";
import { addTag, TAG_MAX_LENGTH } from "@coffer/core/items/structured";
import { Button, Checkbox, TextInput } from "@mantine/core";
import { type FormEvent, type KeyboardEvent, useMemo, useState } from "react";
import { Dialog } from "../../frame/Dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { tagsInUse } from "../fields/tags.ts";
import { namesOf } from "../item/use-deletion.ts";
import { useContents, useTag } from "../queries.ts";
import { isOnNow, type TagDecisions, tagChange, tagStates } from "./tag-choice.ts";

export function TagDialog({ items, onClose }: { items: readonly Item[]; onClose: () => void }) {
  const { data } = useContents();
  const [added, setAdded] = useState<readonly string[]>([]);
  const [decisions, decide] = useState<TagDecisions>(new Map());
  const [typed, setTyped] = useState("");
  const tagging = useTag();
  const inUse = useMemo(() => tagsInUse(data?.items ?? []), [data?.items]);
  const states = tagStates(items, [...added, ...inUse]);
  const set = (name: string, on: boolean) => decide(new Map([...decisions, [name, on]]));

  /** What is typed becomes a tag like the others; one that is there already is chosen. */
  const takeTyped = (): TagDecisions => {
    const name = addTag([], typed)[0];
    if (name === undefined) return decisions;
    const known = states.find((state) => addTag([state.name], name).length === 1)?.name;
    if (known === undefined) setAdded([name, ...added]);
    const next = new Map([...decisions, [known ?? name, true] as const]);
    decide(next);
    setTyped("");
    return next;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || typed.trim() === "") return;
    event.preventDefault();
    takeTyped();
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const { add, remove } = tagChange(states, takeTyped());
    try {
      if (add.length + remove.length > 0) {
        await tagging.mutateAsync({ ids: items.map(({ id }) => id), add, remove });
        toast.done(`Tags of ${namesOf(items)} saved`);
      }
      onClose();
    } catch (error) {
      toast.failed(error, `Could not tag ${namesOf(items)}`);
    }
  };
  return (
    <Dialog onClose={() => tagging.isPending || onClose()} title={`Tags of ${namesOf(items)}`}>
      <form className="dialog-form" onSubmit={(event) => void save(event)}>
        <div className="new-tag">
          <TextInput
            label="New tag"
            value={typed}
            maxLength={TAG_MAX_LENGTH}
            autoComplete="off"
            data-autofocus
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <Button variant="default" disabled={typed.trim() === ""} onClick={takeTyped}>
            Add
          </Button>
        </div>
        {states.length > 0 && (
          <fieldset className="tag-choice">
            <legend>Tags</legend>
            {states.map((state) => (
              <Checkbox
                key={state.name}
                label={state.name}
                checked={isOnNow(state, decisions)}
                indeterminate={state.on === "some" && !decisions.has(state.name)}
                onChange={(event) => set(state.name, event.currentTarget.checked)}
              />
            ))}
          </fieldset>
        )}
        <div className="dialog-buttons">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={tagging.isPending}>
            Save tags
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
