/** The form of an item of any kind: title, vault, tags and favourite on the left, the fields of its kind under their headings on the right. */
import type { Vault } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { Checkbox } from "@mantine/core";
import type { Dispatch, FormEvent, KeyboardEvent } from "react";
import { VaultSelect } from "../fields/VaultSelect.tsx";
import { asideFields, sectionsOf } from "../item/editors.ts";
import { FormField } from "./FormField.tsx";
import type { FormAction, FormState } from "./form-state.ts";

interface Props {
  readonly id: string;
  readonly state: FormState;
  readonly dispatch: Dispatch<FormAction>;
  readonly vaults: readonly Vault[];
  /** Hidden fields this editor shows (decision V-05). */
  readonly reveals: readonly string[];
  /** Vault and favourite are the owner's alone. */
  readonly organises: boolean;
  readonly onSubmit: () => void;
}

/** The element of a field, for labels and for putting the cursor there. */
export const fieldId = (formId: string, name: string): string => `${formId}-${name}`;

export function ItemForm({ id, state, dispatch, vaults, reveals, organises, onSubmit }: Props) {
  const { draft, problems } = state;
  const { fields, title, words } = kindOf(draft.kind);
  const draw = (name: string) => {
    const field = fields[name];
    return field ? (
      <FormField
        key={name}
        id={fieldId(id, name)}
        field={field}
        value={draft.fields[name] ?? ""}
        problem={problems[name]}
        fields={draft.fields}
        onType={(value) => dispatch({ type: "typed", field: name, value })}
        onLeave={() => dispatch({ type: "left", field: name })}
      />
    ) : null;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onSubmit();
  };
  return (
    // The keys are those of the fields inside: Ctrl+Enter saves from anywhere in the form.
    <form id={id} className="item-form" noValidate onSubmit={submit} onKeyDown={onKeyDown}>
      <div className="item-form-aside">
        {draw(title)}
        {organises && (
          <VaultSelect vaults={vaults} value={draft.categoryId} onChange={(categoryId) => dispatch({ type: "placed", categoryId })} />
        )}
        {asideFields(draft.kind).map(draw)}
        {organises && (
          <Checkbox
            label={words.favourite}
            checked={draft.favourite}
            onChange={(event) => dispatch({ type: "marked", favourite: event.currentTarget.checked })}
          />
        )}
      </div>
      <div className="item-form-main">
        {sectionsOf(draft.kind, reveals).map(({ heading, fields: listed }) => (
          <fieldset key={heading ?? ""} className="item-form-section">
            {heading && <legend>{heading}</legend>}
            {listed.map(({ name, half }) => (
              <div key={name} data-half={half || undefined}>
                {draw(name)}
              </div>
            ))}
          </fieldset>
        ))}
      </div>
    </form>
  );
}
