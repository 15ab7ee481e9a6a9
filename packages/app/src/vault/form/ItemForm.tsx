/** The form of an item of any kind: title, vault, tags and favourite on the left, the fields of its kind under their headings on the right. */
import type { Draft, Vault } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { Checkbox } from "@mantine/core";
import { Form } from "../../ui/form/Form.tsx";
import type { FormApi } from "../../ui/form/use-form.ts";
import { VaultSelect } from "../fields/VaultSelect.tsx";
import { asideFields, sectionsOf } from "../item/editors.ts";
import { FormField } from "./FormField.tsx";
import styles from "./ItemForm.module.css";
import { withTyped } from "./item-draft.ts";

interface Props {
  readonly form: FormApi<Draft>;
  readonly vaults: readonly Vault[];
  /** Hidden fields this editor shows (decision V-05). */
  readonly reveals: readonly string[];
  /** Vault and favourite are the owner's alone. */
  readonly organises: boolean;
}

export function ItemForm({ form, vaults, reveals, organises }: Props) {
  const { kind, categoryId, favourite } = form.values;
  const { title, words } = kindOf(kind);
  return (
    <Form form={form} className={styles.form}>
      <div className={styles.aside}>
        <DraftField form={form} name={title} />
        {organises && <VaultSelect vaults={vaults} value={categoryId} onChange={(chosen) => form.change({ categoryId: chosen })} />}
        {asideFields(kind).map((name) => (
          <DraftField key={name} form={form} name={name} />
        ))}
        {organises && (
          <Checkbox
            label={words.favourite}
            checked={favourite}
            onChange={(event) => form.change({ favourite: event.currentTarget.checked })}
          />
        )}
      </div>
      <div className={styles.main}>
        {sectionsOf(kind, reveals).map(({ heading, fields }) => (
          <fieldset key={heading ?? ""} className={styles.section}>
            {heading && <legend>{heading}</legend>}
            {fields.map(({ name, half }) => (
              <div key={name} data-half={half || undefined}>
                <DraftField form={form} name={name} />
              </div>
            ))}
          </fieldset>
        ))}
      </div>
    </Form>
  );
}

/** The first field has the focus from the start: going from it to Cancel, or to another window, is no mistake yet; going on in the form is. */
const isIn = ({ id }: FormApi<Draft>, next: Element | null): boolean => next?.closest("form")?.id === id;

/** One field of the draft. What arrives late, as the text of a picture that was read, goes to what is typed by then. */
function DraftField({ form, name }: { form: FormApi<Draft>; name: string }) {
  const { kind, fields } = form.values;
  const field = kindOf(kind).fields[name];
  if (!field) return null;
  return (
    <FormField
      id={`${form.id}-${name}`}
      field={field}
      value={fields[name] ?? ""}
      error={form.errors[name]}
      fields={fields}
      onType={(typed) => form.derive((draft) => ({ fields: withTyped(draft, name, typed) }), [name])}
      onLeave={({ relatedTarget }) => (form.dirty || isIn(form, relatedTarget)) && form.left(name)}
    />
  );
}
