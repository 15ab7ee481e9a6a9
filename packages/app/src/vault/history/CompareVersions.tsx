/** Two versions of an item, field by field: what differs with both values, the rest on demand. What an item no longer holds is given back from here. */
import type { Item } from "@coffer/core/items/item";
import { differingFields, isRestorable } from "@coffer/core/items/item-versions";
import { kindOf } from "@coffer/core/items/kinds";
import { plural } from "@coffer/core/text";
import { Button, Select } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { EmptyLine } from "../../ui/EmptyLine.tsx";
import { FieldGroup } from "../../ui/FieldRow.tsx";
import { Note } from "../../ui/Note.tsx";
import { useNarrow } from "../../ui/use-narrow.ts";
import { FieldNote } from "../fields/FieldNote.tsx";
import { spokenLabel } from "../item/rights.ts";
import type { ItemActions } from "../item/use-item-actions.ts";
import { ComparedValue } from "./ComparedValue.tsx";
import styles from "./CompareVersions.module.css";
import type { ShownVersion } from "./shown-versions.ts";

const fieldsOf = (count: number): string => plural(count, "field that is the same", "fields that are the same");

export interface Compared {
  readonly one: ShownVersion;
  readonly other: ShownVersion;
}

interface Props extends Compared {
  readonly item: Item;
  readonly actions: ItemActions;
  /** Those that open. */
  readonly all: readonly ShownVersion[];
  readonly onChoose: (one: ShownVersion, other: ShownVersion) => void;
  /** Gives back these fields of `one`. */
  readonly onRestore: (names: readonly string[], what: string) => void;
  readonly restorable: readonly string[];
  readonly isRestoring: boolean;
}

export function CompareVersions({ one, other, ...props }: Props) {
  const { kind } = props.item;
  const differing = differingFields(kind, one.version.fields, other.version.fields);
  const same = Object.keys(kindOf(kind).fields).filter(
    (name) => one.version.fields[name] && isShown(kind, name) && !differing.includes(name),
  );
  const isOne = one === other;
  const [isMore, showMore] = useState(false);
  return (
    <div className={styles.compare}>
      <Choice {...props} one={one} other={other} />
      {props.item.waits && <Note>{WAITS}</Note>}
      {differing.length > 0 && (
        <div>
          {differing.map((name) => (
            <Field key={name} name={name} one={one} other={other} {...props} />
          ))}
        </div>
      )}
      {!isOne && differing.length === 0 && <EmptyLine>These two versions do not differ in any field.</EmptyLine>}
      {!isOne && same.length > 0 && (
        <Button variant="subtle" className={styles.more} aria-expanded={isMore} onClick={() => showMore(!isMore)}>
          {isMore ? `Hide ${fieldsOf(same.length)}` : `Show ${fieldsOf(same.length)}`}
        </Button>
      )}
      {(isMore || isOne) && same.length > 0 && (
        <FieldGroup>
          {same.map((name) => (
            <Value key={name} name={name} side={one} texts={[one.version.fields[name] ?? "", ""]} at={0} {...props} />
          ))}
        </FieldGroup>
      )}
    </div>
  );
}

const WAITS = "A change of this item waits on this device. It is sent, or discarded, before something is restored.";

const isShown = (kind: Item["kind"], name: string): boolean => differingFields(kind, {}, { [name]: "there" }).length > 0;

/** Which two are looked at. */
function Choice({ one, other, all, onChoose }: Pick<Props, "one" | "other" | "all" | "onChoose">) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const data = all.map(({ name, version }) => ({ value: version.saveId, label: `${name} (version ${version.revision})` }));
  const find = (saveId: string | null): ShownVersion | undefined => all.find(({ version }) => version.saveId === saveId);
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className={styles.heading}>
        Compare versions
      </h3>
      <div className={styles.choice}>
        <Select
          label="Version"
          data={data}
          value={one.version.saveId}
          allowDeselect={false}
          onChange={(saveId) => onChoose(find(saveId) ?? one, other)}
        />
        <Select
          label="Compared with"
          data={data}
          value={other.version.saveId}
          allowDeselect={false}
          onChange={(saveId) => onChoose(one, find(saveId) ?? other)}
        />
      </div>
    </>
  );
}

type FieldProps = Pick<Props, "item" | "actions" | "one" | "other" | "onRestore" | "restorable" | "isRestoring"> & {
  readonly name: string;
};

function Field({ name, one, other, onRestore, restorable, isRestoring, ...rest }: FieldProps) {
  const { kind } = rest.item;
  const label = kindOf(kind).fields[name]?.label ?? name;
  const texts = [one, other].map(({ version }) => version.fields[name] ?? "");
  const narrow = useNarrow();
  const way = restorable.includes(name) && (
    <Button
      variant="default"
      size="compact-sm"
      disabled={isRestoring}
      aria-label={`Restore ${spokenLabel(label)} of ${one.name}`}
      leftSection={<IconArrowBackUp size={16} aria-hidden />}
      onClick={() => onRestore([name], spokenLabel(label))}
    >
      Restore
    </Button>
  );
  return (
    <FieldGroup title={label}>
      <Value {...{ name, texts, ...rest }} side={one} at={0} label={one.name} {...(narrow ? { below: way } : { more: way })} />
      <Value {...{ name, texts, ...rest }} side={other} at={1} label={other.name} />
      {!isRestorable(kind, name) && (
        <div className={styles.aside}>
          <FieldNote>{PASSKEYS}</FieldNote>
        </div>
      )}
    </FieldGroup>
  );
}

const PASSKEYS = "Passkeys are removed and returned in the item itself.";

interface ValueProps extends Pick<Props, "item" | "actions"> {
  readonly name: string;
  readonly side: ShownVersion;
  readonly texts: readonly string[];
  readonly at: number;
  /** Its field's where it is not given. */
  readonly label?: string;
  readonly more?: ReactNode;
  /** Where there is little room, in place of `more`. */
  readonly below?: ReactNode;
}

const Value = ({ item, side, ...rest }: ValueProps) => (
  <ComparedValue item={{ ...item, state: side.version.state }} of={side.name} {...rest} />
);
