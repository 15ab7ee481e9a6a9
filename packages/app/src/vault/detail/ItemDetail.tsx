/** An item in full, in a sheet: its fields with what can be done with them, its vault and dates, and the way to its neighbours in the list. */
import { type FieldValues, type Item, titleOf, type Vault } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { readPasskeys } from "@coffer/core/items/passkeys";
import { shortDate, shortDateTime } from "@coffer/core/text";
import { Button } from "@mantine/core";
import { IconHistory, IconPencil, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { useClient } from "../../frame/client-context.tsx";
import { CofferPicture } from "../../ui/CofferPicture.tsx";
import { ErrorNote } from "../../ui/ErrorNote.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import { toast } from "../../ui/toast.ts";
import { VaultBadge } from "../../ui/VaultBadge.tsx";
import { ItemFields } from "../fields/ItemFields.tsx";
import { OtherValues } from "../fields/OtherValues.tsx";
import { ItemFormSheet } from "../form/ItemFormSheet.tsx";
import type { FormTarget } from "../form/use-item-form.ts";
import { duplicateOf } from "../item/duplicate.ts";
import { ART_SECRET, ItemArt, ItemHead, Unassigned } from "../item/ItemHead.tsx";
import { EARLIER_VERSIONS, useVersionsShown } from "../item/item-in-address.ts";
import { mayEdit, spokenLabel } from "../item/rights.ts";
import { ItemTrouble } from "../item/SharedTrouble.tsx";
import type { ItemActions } from "../item/use-item-actions.ts";
import { useItem } from "../queries.ts";
import { SharedMarker, WaitingMarker } from "../tiles/Markers.tsx";
import { Star } from "../tiles/Star.tsx";
import { RefusedEdit } from "../waiting/RefusedEdit.tsx";
import { DetailMenu } from "./DetailMenu.tsx";
import { Neighbours, type NeighboursProps, useNeighbourKeys } from "./DetailNeighbours.tsx";
import styles from "./ItemDetail.module.css";
import { LargeType } from "./LargeType.tsx";

interface Props extends NeighboursProps {
  /** As the list has it; the full item is opened here. */
  readonly item: Item;
  readonly vault: Vault | null;
  readonly actions: ItemActions;
  readonly onClose: () => void;
  readonly onEdit: (item: Item) => void;
}

const ItemHistory = lazyComponent("dialog", async () => (await import("../history/ItemHistory.tsx")).ItemHistory);

/** The detail, or in its place its earlier versions, or the form that was opened from it: a copy, or an edit that goes back to an earlier password. */
export function ItemDetail(props: Props) {
  const [form, setForm] = useState<FormTarget | null>(null);
  const [areVersionsShown, showVersions] = useVersionsShown();
  if (areVersionsShown) return <ItemHistory item={props.item} actions={props.actions} onClose={() => showVersions(false)} />;
  if (!form) return <DetailSheet {...props} onForm={setForm} onVersions={() => showVersions(true)} />;
  const isNew = form.item === null;
  return <ItemFormSheet target={form} editor="modal" onClose={() => setForm(null)} {...(isNew ? { onSaved: props.onShow } : {})} />;
}

interface DetailProps extends Props {
  readonly onForm: (target: FormTarget) => void;
  readonly onVersions: () => void;
}

function DetailSheet({ item, vault, actions, onClose, onEdit, onForm, onVersions, ...neighbours }: DetailProps) {
  const { opened, error } = useOpenedItem(item);
  const [enlarged, enlarge] = useState<string | null>(null);
  const content = useNeighbourKeys(neighbours);
  const remove = async () => {
    if (await actions.remove(item)) onClose();
  };
  const duplicate = useDuplicate(onForm);
  const editWith = (changes: FieldValues) => onForm({ kind: item.kind, item, changes });
  return (
    <Sheet
      opened
      pane="inline"
      onClose={onClose}
      title={titleOf(item)}
      titleInContent
      actions={
        <>
          <Star item={item} actions={actions} withStar tabIndex={0} />
          {opened && <DetailMenu item={opened} onDuplicate={() => void duplicate(opened)} onEnlarge={enlarge} onVersions={onVersions} />}
        </>
      }
      footer={
        <div className={styles.footer}>
          <Neighbours {...neighbours} />
          {mayEdit(item) && <Changes item={item} onEdit={onEdit} onRemove={() => void remove()} />}
        </div>
      }
    >
      <div className={styles.detail} data-item-detail={item.id} ref={content}>
        <Head item={item} vault={vault} />
        <ItemTrouble item={item} vault={vault} />
        <RefusedEdit item={item} />
        {(item.state === "tampered" || opened?.state === "tampered") && <Tampered />}
        {error && <ErrorNote>{error}</ErrorNote>}
        {!opened && !error && <Loading rows={4} />}
        {opened && <OpenedItem item={opened} actions={actions} onEditWith={mayEdit(opened) ? editWith : undefined} />}
        <Dates item={item} />
        <Button variant="subtle" className={styles.versions} leftSection={<IconHistory size={18} />} onClick={onVersions}>
          {EARLIER_VERSIONS}
        </Button>
      </div>
      {enlarged !== null && opened && <Enlarged item={opened} field={enlarged} onEnlarge={enlarge} />}
    </Sheet>
  );
}

/** The copy has what the item shows, but for what belongs to the original alone. */
function useDuplicate(onForm: (form: FormTarget) => void): (from: Item) => Promise<void> {
  const client = useClient();
  return async ({ id, kind }) => {
    try {
      const original = await client.vault.open({ id });
      const start = duplicateOf(original);
      if (readPasskeys(original.fields.x_passkeys ?? "").length > 0) toast.done("The copy has no passkeys: they stay in the original");
      onForm({ kind, item: null, categoryId: start.categoryId, from: "list", start });
    } catch (error) {
      toast.failed(error, kindOf(kind).words.openFailed);
    }
  };
}

/** What looks like something shows its secret only while the field does. */
function OpenedItem(props: Omit<Parameters<typeof ItemFields>[0], "onReveal">) {
  const [revealed, reveal] = useState<ReadonlySet<string>>(NOTHING);
  const onReveal = useCallback(
    (field: string, shown: boolean) => reveal((before) => (before.has(field) === shown ? before : toggled(before, field))),
    [],
  );
  const { kind, fields } = props.item;
  return (
    <>
      <ItemArt kind={kind} fields={fields} shown={revealed.has(ART_SECRET)} />
      {props.actions && <OtherValues item={props.item} actions={props.actions} mayChoose={mayEdit(props.item)} />}
      <ItemFields {...props} onReveal={onReveal} />
    </>
  );
}

const NOTHING: ReadonlySet<string> = new Set();

function toggled(before: ReadonlySet<string>, field: string): ReadonlySet<string> {
  const after = new Set(before);
  if (!after.delete(field)) after.add(field);
  return after;
}

const Tampered = () => (
  <>
    <div className={styles.cracked}>
      <CofferPicture state="crack" />
    </div>
    <ErrorNote>{TAMPERED}</ErrorNote>
  </>
);

function Changes({ item, onEdit, onRemove }: Pick<Props, "item" | "onEdit"> & { onRemove: () => void }) {
  return (
    <>
      <Button variant="subtle" color="red" leftSection={<IconTrash size={18} />} onClick={onRemove}>
        Delete
      </Button>
      <Button leftSection={<IconPencil size={18} />} disabled={item.state === "tampered"} onClick={() => onEdit(item)}>
        Edit
      </Button>
    </>
  );
}

/** The item with all its fields once it is opened, or the message that says that it could not be. */
function useOpenedItem(item: Item): { opened: Item | undefined; error: string | null } {
  const { data, isError, error } = useItem(item);
  const { openFailed } = kindOf(item.kind).words;
  const isTampered = (data ?? item).state === "tampered";
  useEffect(() => {
    if (isError) toast.failed(error, openFailed);
    else if (isTampered) toast.failed(openFailed);
  }, [isError, isTampered, error, openFailed]);
  return { opened: data, error: isError ? openFailed : null };
}

function Enlarged({ item, field, onEnlarge }: { item: Item; field: string; onEnlarge: (field: string | null) => void }) {
  const label = spokenLabel(kindOf(item.kind).fields[field]?.label ?? field);
  const close = useCallback(() => onEnlarge(null), [onEnlarge]);
  return <LargeType title={`${titleOf(item)}: ${label}`} value={item.fields[field] ?? ""} onClose={close} />;
}

const TAMPERED =
  "Part of this item could not be decrypted: it was changed outside this product or is damaged. Nothing of it is filled in or copied.";

function Head({ item, vault }: Pick<Props, "item" | "vault">) {
  return (
    <ItemHead kind={item.kind} fields={item.fields}>
      {vault ? <VaultBadge name={vault.name} color={vault.color} /> : <Unassigned />}
      <WaitingMarker item={item} />
      <SharedMarker item={item} />
    </ItemHead>
  );
}

function Dates({ item }: { item: Item }) {
  return (
    <dl className={styles.dates}>
      <Fact label="Created">{shortDate(item.createdAt)}</Fact>
      <Fact label="Updated">{item.author ? changedBy(item.author.email, item.updatedAt) : shortDate(item.updatedAt)}</Fact>
      {item.belongsTo && <Fact label="Belongs to">{item.belongsTo.email}</Fact>}
      {item.lastUsedAt !== null && <Fact label="Last used">{shortDate(item.lastUsedAt)}</Fact>}
    </dl>
  );
}

/** Where several may change it, the minute counts as well. */
const changedBy = (email: string, at: number): string => `${shortDateTime(at)} by ${email}`;

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
