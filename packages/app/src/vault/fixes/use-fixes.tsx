/** What can be done about a finding: each fix of FIXES, ignoring it, and taking that back; with the dialogs they need. */
import { type FixName, findingOf } from "@coffer/core/health/findings";
import type { Found } from "@coffer/core/health/health";
import { toHttps } from "@coffer/core/health/to-https";
import { type FieldValues, type Item, titleOf } from "@coffer/core/items/item";
import { type ReactNode, useRef, useState } from "react";
import { useClient } from "../../frame/client-context.tsx";
import { whenPaneIsFree } from "../../frame/pane-slot.ts";
import { generateUsualPassword } from "../../ui/generator/generate.ts";
import { toast } from "../../ui/toast.ts";
import { ItemFormSheet } from "../form/ItemFormSheet.tsx";
import { useItemActions, websiteField } from "../item/use-item-actions.ts";
import { IgnoreDialog } from "./IgnoreDialog.tsx";
import { useIgnore } from "./use-ignore.ts";
import { useMerge } from "./use-merge.ts";

export interface Fixes {
  fix(item: Item, found: Found): void;
  /** The form of the item as it is. */
  open(item: Item): void;
  ignore(item: Item, found: Found): void;
  takeBack(item: Item, found: Found): void;
}

type Opened =
  | { readonly what: "form"; readonly item: Item; readonly changes: FieldValues; readonly turn: number }
  | { readonly what: "ignore"; readonly item: Item; readonly found: Found };

export function useFixes(): { readonly fixes: Fixes; readonly dialogs: ReactNode } {
  const { mutateAsync: setIgnored } = useIgnore();
  const [opened, setOpened] = useState<Opened | null>(null);
  const turns = useRef(0);
  const edit: Edit = (item, changes = {}, then) =>
    whenPaneIsFree(() => {
      turns.current++;
      setOpened({ what: "form", item, changes, turn: turns.current });
      then?.();
    });
  const byName = useByName(edit);
  const takeBack = (item: Item, { finding }: Found) =>
    setIgnored({ id: item.id, finding, reason: null }).catch((error: unknown) =>
      toast.failed(error, `Could not change "${titleOf(item)}"`),
    );
  const close = () => setOpened(null);
  return {
    fixes: {
      fix: (item, found) => byName[findingOf(found.finding).fix](item, found),
      open: (item) => edit(item),
      ignore: (item, found) => setOpened({ what: "ignore", item, found }),
      takeBack: (item, found) => void takeBack(item, found),
    },
    dialogs: (
      <>
        {opened?.what === "form" && (
          <ItemFormSheet
            // Another fix of the same item is another form: what it changes is read once.
            key={opened.turn}
            target={{ kind: opened.item.kind, item: opened.item, changes: opened.changes }}
            editor="modal"
            onClose={close}
          />
        )}
        {opened?.what === "ignore" && <IgnoreDialog {...opened} onClose={close} />}
      </>
    ),
  };
}

/** Opens the form of an item with fields changed as if they had been typed, once the place is free, and does what goes with it. */
type Edit = (item: Item, changes?: FieldValues, then?: () => void) => void;

function useByName(edit: Edit): Record<FixName, (item: Item, found: Found) => void> {
  const client = useClient();
  const actions = useItemActions();
  const merge = useMerge();
  return {
    password(item) {
      const site = websiteField(item);
      edit(item, { password: generateUsualPassword() }, () => site && item.fields[site] && actions.launch(item));
    },
    code: (item) => edit(item),
    card: (item) => edit(item),
    https: async (item) => {
      try {
        edit(item, toHttps((await client.vault.open({ id: item.id })).fields));
      } catch (error) {
        toast.failed(error, `Could not open "${titleOf(item)}"`);
      }
    },
    merge: (item, { group }) => void merge(item, group ?? []),
  };
}
