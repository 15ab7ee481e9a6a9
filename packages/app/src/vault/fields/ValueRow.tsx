/** One value of an item to be looked at: a click anywhere in its row copies it, an eye reveals what is secret. Every kind's every field is drawn by it. */
import type { Item } from "@coffer/core/items/item";
import { type ReactNode, use, useEffect, useRef } from "react";
import { NextToPageContext } from "../../frame/next-to-page.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { FieldRow } from "../../ui/FieldRow.tsx";
import { RevealButton, SecretValue, useReveal } from "../../ui/SecretText.tsx";
import type { ItemActions } from "../item/use-item-actions.ts";

interface Props {
  readonly item: Item;
  readonly label: string;
  /** Names it in labels: "password for GitHub". */
  readonly spoken: string;
  /** What is copied. */
  readonly value: string;
  /** How it reads, where that is not what is copied. */
  readonly children?: string;
  readonly secret?: boolean;
  /** False where there is nothing to copy. */
  readonly copies?: boolean | undefined;
  /** Said when copying failed, after "Failed to copy". */
  readonly what: string;
  readonly actions: ItemActions | undefined;
  /** Before the eye and the copy. */
  readonly more?: ReactNode;
  readonly below?: ReactNode;
  readonly nested?: boolean;
  /** Told whether the secret is in sight. */
  readonly onReveal?: ((shown: boolean) => void) | undefined;
}

export function ValueRow({ item, secret = false, ...props }: Props) {
  const Row = secret ? SecretRow : OpenRow;
  return <Row item={item} {...props} />;
}

type RowProps = Omit<Props, "secret">;

function OpenRow({ value, children = value, ...props }: RowProps) {
  const drags = useDrag(value, props);
  return (
    <FieldRow
      label={props.label}
      actions={<Actions value={value} {...props} />}
      below={props.below}
      nested={props.nested ?? false}
      drags={drags}
    >
      {children}
    </FieldRow>
  );
}

/** Nothing is ever copied or dragged from what did not open. */
const isCopied = ({ copies = true, item }: Pick<Props, "copies" | "item">): boolean => copies && item.state === "intact";

/** In the extension's side panel alone: elsewhere there is no field to drop it on, and a row that is dragged cannot be selected from. */
function useDrag(text: string, props: Pick<Props, "copies" | "item" | "actions">) {
  const isNextToPage = use(NextToPageContext);
  return isNextToPage && isCopied(props) ? { text, onDropped: () => props.actions?.used(props.item) } : undefined;
}

function SecretRow({ value, children = value, onReveal, ...props }: RowProps) {
  const [shown, show] = useReveal();
  const drags = useDrag(value, props);
  const tell = useRef(onReveal);
  tell.current = onReveal;
  // Also when it hides itself, and when it is gone.
  useEffect(() => {
    tell.current?.(shown);
    return () => tell.current?.(false);
  }, [shown]);
  return (
    <FieldRow
      label={props.label}
      secret
      below={props.below}
      nested={props.nested ?? false}
      drags={drags}
      actions={
        <Actions value={value} {...props}>
          <RevealButton label={props.spoken} shown={shown} onShow={show} />
        </Actions>
      }
    >
      <SecretValue value={children} shown={shown} />
    </FieldRow>
  );
}

function Actions({ item, spoken, value, copies, what, actions, more, children }: Omit<RowProps, "children"> & { children?: ReactNode }) {
  return (
    <>
      {more}
      {children}
      {isCopied({ copies, item }) && (
        <CopyButton
          wholeRow
          label={`Copy ${spoken}`}
          copied={`Copied ${spoken}`}
          failure={`Failed to copy ${what}`}
          value={() => value}
          onCopied={() => actions?.used(item)}
        />
      )}
    </>
  );
}
