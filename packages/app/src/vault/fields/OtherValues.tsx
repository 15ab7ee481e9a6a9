/** Fields that two people or devices changed at once: both values, until one is chosen. */
import { type Item, titleOf } from "@coffer/core/items/item";
import { choose } from "@coffer/core/items/other-values";
import { toast } from "../../ui/toast.ts";
import { offerUndo } from "../../ui/undo.ts";
import { spokenLabel } from "../item/rights.ts";
import type { ItemActions } from "../item/use-item-actions.ts";
import { useSaveItem, useUndoSave } from "../queries.ts";
import { useOutcomeText } from "../waiting/waiting-queries.ts";
import { VersionChoice } from "./VersionChoice.tsx";
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

function Choice({ item, of, ...rest }: Props & { of: Versions }) {
  const { label, secret, versions } = of;
  const { take, isSaving } = useChoice(item, of);
  const shown = versions.map((version) => ({
    ...version,
    name: version.other ? "Other version" : "Version in use",
    verb: version.other ? "Use" : "Keep",
    onChoose: () => void take(version),
  }));
  const why = "Two people or devices changed it at once. All stay until one is chosen.";
  return (
    <VersionChoice item={item} itemName={titleOf(item)} isBusy={isSaving} why={why} {...{ label, secret }} versions={shown} {...rest} />
  );
}

/** Saves the item with one of the versions alone, which can be taken back. */
function useChoice(item: Item, { label, others }: Versions) {
  const { mutateAsync: save, isPending } = useSaveItem();
  const { mutateAsync: undo } = useUndoSave();
  const said = useOutcomeText();
  const { kind, categoryId, favourite, fields } = item;
  const take = async ({ other }: Version): Promise<void> => {
    const failed = `Could not choose a version of ${spokenLabel(label)}`;
    try {
      const draft = { kind, categoryId, favourite, fields: choose(fields, others, other, Date.now()) };
      const saved = (await save({ base: item, draft })).item;
      offerUndo(said([item.id], other ? `${label}: the other version is in use` : `${label}: the version in use stays`), {
        label: `choose a version of ${spokenLabel(label)} for "${titleOf(item)}"`,
        takeBack: () => undo({ base: saved, draft: { kind, categoryId, favourite, fields } }),
        back: () => said([item.id], `There are two versions of ${spokenLabel(label)} again`),
        failed,
      });
    } catch (error) {
      toast.failed(error, failed);
    }
  };
  return { take, isSaving: isPending };
}
