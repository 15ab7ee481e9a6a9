/** The form of an item of any kind, in one column as its detail: title and vault, the fields of its kind under their headings, and what few fill in behind "More". */
import type { Draft, FieldValues, Item, Vault } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { Button, Checkbox } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { FieldGroup } from "../../ui/FieldRow.tsx";
import { Form } from "../../ui/form/Form.tsx";
import type { FormApi } from "../../ui/form/use-form.ts";
import type { FormFieldProps } from "../fields/form-field.ts";
import { VaultSelect } from "../fields/VaultSelect.tsx";
import { type FormSection, foldedSections, sectionsOf } from "../item/editors.ts";
import { ItemArt } from "../item/ItemHead.tsx";
import { mayOrganise } from "../item/rights.ts";
import { VersionsGoWithMove } from "../item/VersionsGo.tsx";
import { afterPress, watchPresses } from "./after-press.ts";
import { FormField } from "./FormField.tsx";
import styles from "./ItemForm.module.css";
import { withTyped } from "./item-draft.ts";

interface Props {
  readonly form: FormApi<Draft>;
  /** As it is now; null for a new one. */
  readonly item: Item | null;
  /** Secrets that were made for a new item, by field. */
  readonly generated: FieldValues;
  readonly onGenerate: (name: string, value: string) => void;
  readonly vaults: readonly Vault[];
  /** Hidden fields this editor shows (decision V-05). */
  readonly reveals: readonly string[];
  /** Vault and favourite are the owner's alone. */
  readonly organises: boolean;
}

export function ItemForm({ form, item, generated, onGenerate, vaults, reveals, organises }: Props) {
  const { kind, categoryId, favourite } = form.values;
  const { title, words } = kindOf(kind);
  const { open, folded } = useFolded(form.values, reveals);
  useEffect(watchPresses, []);
  // Favourites in a vault are its owner's (decision V-10).
  const isOfOthers = vaults.some((vault) => vault.id === categoryId && !mayOrganise(vault));
  const groups = (sections: readonly FormSection[]) =>
    sections.map(({ heading, fields }) => (
      <FieldGroup key={fields[0]?.name} title={heading ?? undefined}>
        {fields.map(({ name }) => (
          <DraftField key={name} form={form} name={name} generated={generated[name]} onGenerate={(made) => onGenerate(name, made)} />
        ))}
      </FieldGroup>
    ));
  return (
    <Form form={form} className={styles.form}>
      <FieldGroup>
        <DraftField form={form} name={title} />
        {organises && <VaultSelect vaults={vaults} value={categoryId} onChange={(chosen) => form.change({ categoryId: chosen })} />}
      </FieldGroup>
      {item && organises && <VersionsGoWithMove items={[item]} vaults={vaults} vaultId={categoryId} />}
      {/* A number is typed in sight. */}
      <ItemArt kind={kind} fields={form.values.fields} shown />
      <div>{groups(open)}</div>
      {folded.length > 0 && (
        <More labels={folded.flatMap(({ fields }) => fields.map(({ field }) => field.label))} isFilled={holdsAny(form.values, folded)}>
          {groups(folded)}
        </More>
      )}
      {organises && !isOfOthers && (
        <Checkbox
          className={styles.favourite ?? ""}
          label={words.favourite}
          checked={favourite}
          onChange={(event) => form.change({ favourite: event.currentTarget.checked })}
        />
      )}
    </Form>
  );
}

/** The place of each field is fixed when the form opens: none jumps while it is typed into. */
function useFolded(values: Draft, reveals: readonly string[]) {
  const [sections] = useState(() => foldedSections(sectionsOf(values.kind, reveals), (name) => holds(values, name)));
  return sections;
}

/** Whether there is more in a field than in a blank item. */
function holds({ kind, fields }: Draft, name: string): boolean {
  const value = fields[name] ?? "";
  return value !== "" && value !== "[]" && value !== kindOf(kind).fields[name]?.fallback;
}

const holdsAny = (values: Draft, sections: readonly FormSection[]): boolean =>
  sections.some(({ fields }) => fields.some(({ name }) => holds(values, name)));

interface MoreProps {
  readonly labels: readonly string[];
  /** A draft that comes back may have something in it: then it is open. */
  readonly isFilled: boolean;
  readonly children: ReactNode;
}

function More({ labels, isFilled, children }: MoreProps) {
  const [asked, ask] = useState(false);
  const id = useId();
  if (isFilled && !asked) ask(true);
  return (
    <div>
      <Button
        variant="subtle"
        color="gray"
        fullWidth
        justify="flex-start"
        classNames={{ root: styles.more, section: styles.chevron, label: styles.label }}
        leftSection={<IconChevronDown size={18} aria-hidden />}
        aria-expanded={asked}
        aria-controls={id}
        onClick={() => ask(!asked || isFilled)}
      >
        More
        <span className={styles.labels}>{labels.join(", ")}</span>
      </Button>
      <div id={id} hidden={!asked} className={styles.folded}>
        {children}
      </div>
    </div>
  );
}

/** The first field has the focus from the start: going from it to Cancel, or to another window, is no mistake yet; going on in the form is. */
const isIn = ({ id }: FormApi<Draft>, next: Element | null): boolean => next?.closest("form")?.id === id;

/** One field of the draft. What arrives late, as the text of a picture that was read, goes to what is typed by then. */
function DraftField({ form, name, ...making }: { form: FormApi<Draft>; name: string } & Pick<FormFieldProps, "generated" | "onGenerate">) {
  const { kind, fields } = form.values;
  const latest = useRef(form);
  latest.current = form;
  const field = kindOf(kind).fields[name];
  if (!field) return null;
  return (
    <FormField
      id={`${form.id}-${name}`}
      kind={kind}
      {...making}
      field={field}
      value={fields[name] ?? ""}
      error={form.errors[name]}
      fields={fields}
      onType={(typed) => form.derive((draft) => ({ fields: withTyped(draft, name, typed) }), [name])}
      onLeave={({ relatedTarget }) => (form.dirty || isIn(form, relatedTarget)) && afterPress(() => latest.current.left(name))}
    />
  );
}
