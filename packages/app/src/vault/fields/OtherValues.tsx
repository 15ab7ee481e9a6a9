/** Fields that two people or devices changed at once: both values, until one is chosen. */
import { type Item, titleOf } from "@coffer/core/items/item";
import { choose } from "@coffer/core/items/other-values";
import { Button } from "@mantine/core";
import { IconArrowsSplit2 } from "@tabler/icons-react";
import { FieldGroup } from "../../ui/FieldRow.tsx";
import { Note } from "../../ui/Note.tsx";
import { toast } from "../../ui/toast.ts";
import { offerUndo } from "../../ui/undo.ts";
import { spokenLabel } from "../item/rights.ts";
import type { ItemActions } from "../item/use-item-actions.ts";
import { useSaveItem, useUndoSave } from "../queries.ts";
import { FieldNote } from "./FieldNote.tsx";
import styles from "./OtherValues.module.css";
import { ValueRow } from "./ValueRow.tsx";
import { type Version, type Versions, versionsOf } from "./versions.ts";

interface Props {
  readonly item: Item;
  readonly actions: ItemActions;
  /** Whether this person may save the item. */
  readonly mayChoose: boolean;
}

export function OtherValues({ item, ...rest }: Props) {
  return versionsOf(item).map((versions) => (
    <Choice key={versions.others.map(({ at }) => at).join()} item={item} of={versions} {...rest} />
  ));
}

function Choice({ item, of, actions, mayChoose }: Props & { of: Versions }) {
  const { label, secret, versions } = of;
  const { take, isSaving } = useChoice(item, of);
  const count = versions.length === 2 ? "Two" : String(versions.length);
  return (
    <div className={styles.choice}>
      <Note tone="warning" icon={<IconArrowsSplit2 size={18} aria-hidden />} label={`Versions of ${label}`}>
        <strong>{`${count} versions of ${label}${mayChoose ? ": choose" : ""}`}</strong>
        <p>Two people or devices changed it at once. All stay until one is chosen.</p>
      </Note>
      <FieldGroup>
        {versions.map((version) => {
          const name = version.other ? "Other version" : "In use now";
          const spoken = `${version.other ? "other version" : "version in use"} of ${spokenLabel(label)} for ${titleOf(item)}`;
          return (
            <ValueRow
              key={version.other?.value ?? ""}
              item={item}
              label={name}
              spoken={spoken}
              what={spokenLabel(label)}
              value={version.value}
              secret={secret && version.value !== ""}
              copies={version.value !== ""}
              actions={actions}
              below={version.saved && <FieldNote>{version.saved}</FieldNote>}
              more={
                mayChoose && (
                  <Button
                    variant="default"
                    size="compact-sm"
                    disabled={isSaving}
                    aria-label={`${version.other ? "Use" : "Keep"} the ${spoken}`}
                    onClick={() => void take(version)}
                  >
                    {version.other ? "Use" : "Keep"}
                  </Button>
                )
              }
            >
              {version.value === "" ? "Empty" : version.shown}
            </ValueRow>
          );
        })}
      </FieldGroup>
    </div>
  );
}

/** Saves the item with one of the versions alone, which can be taken back. */
function useChoice(item: Item, { label, others }: Versions) {
  const { mutateAsync: save, isPending } = useSaveItem();
  const { mutateAsync: undo } = useUndoSave();
  const { kind, categoryId, favourite, fields } = item;
  const take = async ({ other }: Version): Promise<void> => {
    const failed = `Could not choose a version of ${spokenLabel(label)}`;
    try {
      const draft = { kind, categoryId, favourite, fields: choose(fields, others, other, Date.now()) };
      const saved = (await save({ base: item, draft })).item;
      offerUndo(`${label}: ${other ? "the other version is in use" : "the version in use stays"}`, {
        label: `choose a version of ${spokenLabel(label)} for "${titleOf(item)}"`,
        takeBack: () => undo({ base: saved, draft: { kind, categoryId, favourite, fields } }),
        back: `There are two versions of ${spokenLabel(label)} again`,
        failed,
      });
    } catch (error) {
      toast.failed(error, failed);
    }
  };
  return { take, isSaving: isPending };
}
