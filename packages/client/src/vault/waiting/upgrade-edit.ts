/** Edits that an earlier version has kept on this device: as they are kept now. */
import { generateId } from "@coffer/crypto";
import type { VaultContext } from "../context.ts";
import { saveOf, touchedOf, type WaitingEdit } from "./waiting-list.ts";

/** Its draft had all fields, and of its saves it had the ids; the first version had neither these nor `apartId`. */
interface EarlierEdit extends Omit<WaitingEdit, "saves" | "apartId"> {
  readonly saves?: undefined;
  readonly saveIds?: readonly string[];
  readonly apartId?: string;
}

export function upgradeEdit(edit: WaitingEdit | EarlierEdit, { random }: Pick<VaultContext, "random">): WaitingEdit {
  if (edit.saves) return edit;
  const { saveIds = [], apartId = generateId(random), ...same } = edit;
  const draft = same.draft && touchedOf(same.draft, same.base);
  const last = saveIds.length - 1;
  return {
    ...same,
    draft,
    apartId,
    saves: saveIds.map((saveId, at) => (at < last ? { saveId } : saveOf(saveId, { base: same.base, draft }))),
  };
}
