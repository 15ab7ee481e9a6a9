/** What someone else saved of an item while it is open in a form: what is in the form now, and what is to be chosen. */
import { controlOf } from "@coffer/core/items/controls";
import { type Draft, titleOf } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import type { FormApi } from "../../ui/form/use-form.ts";
import { Note } from "../../ui/Note.tsx";
import { VersionChoice } from "../fields/VersionChoice.tsx";
import { lookOf } from "../fields/versions.ts";
import styles from "./OthersEdit.module.css";
import type { OthersEdit as Edit } from "./use-others-edit.ts";

interface Props {
  readonly form: FormApi<Draft>;
  readonly edit: Edit;
}

export function OthersEdit({ form, edit }: Props) {
  const { said, asked, theirs } = edit;
  if (theirs === null || said.length + asked.length === 0) return null;
  return (
    <div className={styles.edits}>
      {said.length > 0 && (
        <Note role="status">
          {said.map((sentence, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sentences only come after others
            <p key={index}>{sentence}</p>
          ))}
        </Note>
      )}
      {asked.map((name) => (
        <Asked key={name} name={name} form={form} edit={{ ...edit, theirs }} />
      ))}
    </div>
  );
}

type AskedProps = Props & { readonly name: string; readonly edit: Edit & { readonly theirs: NonNullable<Edit["theirs"]> } };

function Asked({ name, form, edit: { theirs, saved, choose } }: AskedProps) {
  const { kind, fields } = form.values;
  const field = kindOf(kind).fields[name];
  if (!field) return null;
  const [there, here] = [theirs.fields[name] ?? "", fields[name] ?? ""];
  const look = lookOf(name, field, [there, here]);
  return (
    <VersionChoice
      item={theirs}
      itemName={titleOf(theirs)}
      label={look.label}
      secret={look.secret || controlOf(field.control).secret}
      why="It was changed while you edit. Save without choosing, and the item keeps both."
      mayChoose
      isBusy={form.busy}
      versions={[
        { name: "Saved version", ...look.of(there), saved, verb: "Use", onChoose: () => choose(name, "theirs") },
        { name: "Typed version", ...look.of(here), saved: null, verb: "Keep", onChoose: () => choose(name, "mine") },
      ]}
    />
  );
}
