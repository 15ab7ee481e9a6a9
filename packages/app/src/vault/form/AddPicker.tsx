/** The floating button's way to a new item: a tile per kind, then the form of the kind chosen (specification 2 §2). */
import type { Vault } from "@coffer/core/items/item";
import { KIND_NAMES, type KindName, kindOf } from "@coffer/core/items/kinds";
import { useState } from "react";
import { Dialog } from "../../frame/Dialog.tsx";
import { FloatingAdd } from "../../ui/FloatingAdd.tsx";
import { KindTile } from "../item/SiteIcon.tsx";
import styles from "./AddPicker.module.css";
import { ItemFormSheet } from "./ItemFormSheet.tsx";

const PICKER_KINDS = KIND_NAMES.filter((kind) => kindOf(kind).inPicker);

interface Props {
  /** The vault new items go to; none where it is null. */
  readonly vault?: Pick<Vault, "id" | "name"> | null;
  readonly onAdded?: (kind: KindName) => void;
}

export function AddItem({ vault = null, onAdded }: Props) {
  const [step, setStep] = useState<"closed" | "picking" | KindName>("closed");
  const close = () => setStep("closed");
  return (
    <>
      <FloatingAdd label={vault ? `New item in ${vault.name}` : "New item"} onClick={() => setStep("picking")} />
      {step === "picking" && (
        <Dialog onClose={close} title="Add item">
          <div className={styles.tiles}>
            {PICKER_KINDS.map((kind) => (
              <button key={kind} type="button" className={styles.tile} data-testid="kind-tile" onClick={() => setStep(kind)}>
                <KindTile kind={kind} size={44} />
                {kindOf(kind).words.tile}
              </button>
            ))}
          </div>
        </Dialog>
      )}
      {step !== "closed" && step !== "picking" && (
        <ItemFormSheet
          target={{ kind: step, item: null, categoryId: vault?.id ?? null, from: "picker" }}
          editor="modal"
          onClose={close}
          onSaved={() => onAdded?.(step)}
        />
      )}
    </>
  );
}
