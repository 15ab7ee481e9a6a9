/** Versions of one field to choose from, each with its button; hidden like the field. */

import type { Item } from "@coffer/core/items/item";
import { inSentence } from "@coffer/core/text";
import { Button } from "@mantine/core";
import { IconArrowsSplit2 } from "@tabler/icons-react";
import { FieldGroup } from "../../ui/FieldRow.tsx";
import { Note } from "../../ui/Note.tsx";
import { spokenLabel } from "../item/rights.ts";
import type { ItemActions } from "../item/use-item-actions.ts";
import { FieldNote } from "./FieldNote.tsx";
import { ValueRow } from "./ValueRow.tsx";

interface ShownVersion {
  /** "Other version": its label, and in the names of its buttons. */
  readonly name: string;
  readonly value: string;
  readonly shown: string;
  /** Who saved it, and when; null where that is not known. */
  readonly saved: string | null;
  /** On its button: "Use". */
  readonly verb: string;
  readonly onChoose: () => void;
}

interface Props {
  readonly item: Item;
  readonly itemName: string;
  readonly label: string;
  readonly why: string;
  readonly secret: boolean;
  readonly versions: readonly ShownVersion[];
  readonly mayChoose: boolean;
  readonly isBusy?: boolean;
  readonly actions?: ItemActions;
}

function howMany(count: number, label: string, mayChoose: boolean): string {
  if (count === 2) return mayChoose ? `Two versions of ${label}: choose` : `Two versions of ${label}`;
  return mayChoose ? `${count} versions of ${label}: choose` : `${count} versions of ${label}`;
}

export function VersionChoice({ item, itemName, label, why, secret, versions, mayChoose, isBusy = false, actions }: Props) {
  return (
    <div className="stack">
      <Note tone="warning" icon={<IconArrowsSplit2 size={18} aria-hidden />} label={`Versions of ${label}`}>
        <strong>{howMany(versions.length, label, mayChoose)}</strong>
        <p>{why}</p>
      </Note>
      <FieldGroup>
        {versions.map(({ name, value, shown, saved, verb, onChoose }) => {
          const spoken = `${inSentence(name)} of ${spokenLabel(label)} for ${itemName}`;
          return (
            <ValueRow
              key={`${name} ${value}`}
              item={item}
              label={name}
              spoken={spoken}
              what={spokenLabel(label)}
              value={value}
              secret={secret && value !== ""}
              copies={value !== ""}
              actions={actions}
              below={saved && <FieldNote>{saved}</FieldNote>}
              more={
                mayChoose && (
                  <Button variant="default" size="compact-sm" disabled={isBusy} aria-label={`${verb} the ${spoken}`} onClick={onChoose}>
                    {verb}
                  </Button>
                )
              }
            >
              {value === "" ? "Empty" : shown}
            </ValueRow>
          );
        })}
      </FieldGroup>
    </div>
  );
}
