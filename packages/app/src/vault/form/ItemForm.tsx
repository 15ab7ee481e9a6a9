/** The form of an item of any kind: title, vault, tags and favourite on the left, the fields of its kind under their headings on the right. */
import type { Draft, FieldValues, Vault } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { Checkbox } from "@mantine/core";
import { FieldGroup } from "../../ui/FieldRow.tsx";
import { Form } from "../../ui/form/Form.tsx";
import type { FormApi } from "../../ui/form/use-form.ts";
import { VaultBadge } from "../../ui/VaultBadge.tsx";
import { VaultSelect } from "../fields/VaultSelect.tsx";
import { asideFields, sectionsOf } from "../item/editors.ts";
import { ItemArt, ItemHead, Unassigned } from "../item/ItemHead.tsx";
import { mayOrganise } from "../item/rights.ts";
import { FormField } from "./FormField.tsx";
import styles from "./ItemForm.module.css";
import { withTyped } from "./item-draft.ts";

interface Props {
  readonly form: FormApi<Draft>;
  /** Secrets that were made for a new item, by field. */
  readonly generated: FieldValues;
  readonly vaults: readonly Vault[];
  /** Hidden fields this editor shows (decision V-05). */
  readonly reveals: readonly string[];
  /** Vault and favourite are the owner's alone. */
  readonly organises: boolean;
}

export function ItemForm({ form, generated, vaults, reveals, organises }: Props) {
  const { kind, categoryId, favourite } = form.values;
  const { title, words } = kindOf(kind);
  // Favourites in a vault are its owner's (decision V-10).
  const isOfOthers = vaults.some((vault) => vault.id === categoryId && !mayOrganise(vault));
  return (
    <Form form={form} className={styles.form}>
      <div className={styles.aside}>
        <FieldGroup>
          <DraftField form={form} name={title} />
          {organises && <VaultSelect vaults={vaults} value={categoryId} onChange={(chosen) => form.change({ categoryId: chosen })} />}
          {asideFields(kind).map((name) => (
            <DraftField key={name} form={form} name={name} />
          ))}
        </FieldGroup>
        {organises && !isOfOthers && (
          <Checkbox
            className={styles.favourite ?? ""}
            label={words.favourite}
            checked={favourite}
            onChange={(event) => form.change({ favourite: event.currentTarget.checked })}
          />
        )}
      </div>
      <div className={styles.main}>
        <Head {...form.values} vaults={vaults} />
        {/* A number is typed in sight. */}
        <ItemArt kind={kind} fields={form.values.fields} shown />
        <div>
          {sectionsOf(kind, reveals).map(({ heading, fields }) => (
            <FieldGroup key={heading ?? ""} title={heading ?? undefined}>
              {fields.map(({ name }) => (
                <DraftField key={name} form={form} name={name} generated={generated[name]} />
              ))}
            </FieldGroup>
          ))}
        </div>
      </div>
    </Form>
  );
}

/** The item as it will look, at the place it has in the detail. Screen readers get the fields. */
function Head({ kind, fields, categoryId, vaults }: Draft & Pick<Props, "vaults">) {
  const vault = vaults.find(({ id }) => id === categoryId);
  return (
    <div className={styles.head} aria-hidden>
      <ItemHead kind={kind} fields={fields}>
        {vault ? <VaultBadge name={vault.name} color={vault.color} /> : <Unassigned />}
      </ItemHead>
    </div>
  );
}

/** The first field has the focus from the start: going from it to Cancel, or to another window, is no mistake yet; going on in the form is. */
const isIn = ({ id }: FormApi<Draft>, next: Element | null): boolean => next?.closest("form")?.id === id;

/** One field of the draft. What arrives late, as the text of a picture that was read, goes to what is typed by then. */
function DraftField({ form, name, generated }: { form: FormApi<Draft>; name: string; generated?: string | undefined }) {
  const { kind, fields } = form.values;
  const field = kindOf(kind).fields[name];
  if (!field) return null;
  return (
    <FormField
      id={`${form.id}-${name}`}
      kind={kind}
      generated={generated}
      field={field}
      value={fields[name] ?? ""}
      error={form.errors[name]}
      fields={fields}
      onType={(typed) => form.derive((draft) => ({ fields: withTyped(draft, name, typed) }), [name])}
      onLeave={({ relatedTarget }) => (form.dirty || isIn(form, relatedTarget)) && form.left(name)}
    />
  );
}
