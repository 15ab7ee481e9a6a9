/** What differs between a moment and now, in groups: chosen row by row, and opened to see both values of each field. */

import type { Difference } from "@coffer/client";
import type { Vault } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { LOCALE } from "@coffer/core/text";
import { Button } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useState } from "react";
import { FieldGroup } from "../../ui/FieldRow.tsx";
import { ComparedValue } from "../history/ComparedValue.tsx";
import { GROUPS, inOrder, titleThen, wordsOf } from "./difference-words.ts";
import styles from "./TimeTravel.module.css";

export interface Choosing {
  /** Ids. */
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (ids: readonly string[], isChosen: boolean) => void;
  /** Ids of those of which a change waits on this device. */
  readonly waiting: ReadonlySet<string>;
}

interface Props extends Choosing {
  readonly differences: readonly Difference[];
  readonly vaults: readonly Vault[];
  /** The moment in words. */
  readonly moment: string;
}

export const Differences = ({ differences, ...rest }: Props) =>
  GROUPS.map((group) => {
    const own = inOrder(differences.filter(({ what }) => what === group.what));
    return own.length > 0 && <Group key={group.what} {...group} {...rest} own={own} />;
  });

/** More of them are drawn when they are asked for. */
const AT_ONCE = 100;

interface GroupProps extends Omit<Props, "differences"> {
  readonly title: string;
  readonly says: string;
  readonly own: readonly Difference[];
}

function Group({ title, says, own, ...rest }: GroupProps) {
  const { chosen, onChoose, waiting } = rest;
  const [most, setMost] = useState(AT_ONCE);
  const free = own.map(({ now }) => now.id).filter((id) => !waiting.has(id));
  const on = free.filter((id) => chosen.has(id)).length;
  return (
    <section className={styles.group} aria-label={title}>
      <div className={styles.head}>
        <Box
          label={`Choose all of "${title}"`}
          checked={on > 0 && on === free.length}
          isMixed={on > 0 && on < free.length}
          disabled={free.length === 0}
          onCheck={(checked) => onChoose(free, checked)}
        />
        <h3>{`${title} (${own.length.toLocaleString(LOCALE)})`}</h3>
        <p>{says}</p>
      </div>
      <ul className={styles.list}>
        {own.slice(0, most).map((one) => (
          <Row key={one.now.id} one={one} {...rest} />
        ))}
      </ul>
      {own.length > most && (
        <Button variant="default" onClick={() => setMost(most + AT_ONCE)}>
          {`Show more (${(own.length - most).toLocaleString(LOCALE)})`}
        </Button>
      )}
    </section>
  );
}

interface BoxProps {
  readonly label: string;
  readonly checked: boolean;
  /** Some of them are. */
  readonly isMixed?: boolean;
  readonly disabled: boolean;
  readonly onCheck: (checked: boolean) => void;
}

/** As large as a finger. */
function Box({ label, checked, isMixed = false, disabled, onCheck }: BoxProps) {
  const show = (input: HTMLInputElement | null): void => void (input && Object.assign(input, { indeterminate: isMixed }));
  return (
    <label className={styles.box}>
      <input
        ref={show}
        type="checkbox"
        aria-label={label}
        checked={checked}
        disabled={disabled}
        onChange={({ currentTarget }) => onCheck(currentTarget.checked)}
      />
    </label>
  );
}

interface RowProps extends Omit<GroupProps, "title" | "says" | "own"> {
  readonly one: Difference;
}

function Row({ one, vaults, moment, chosen, onChoose, waiting }: RowProps) {
  const [isOpen, open] = useState(false);
  const { id } = one.now;
  const title = titleThen(one);
  const isWaiting = waiting.has(id);
  const words = (
    <span className={styles.words}>
      <strong dir="auto">{title}</strong>
      <span>{isWaiting ? WAITS : wordsOf(one, vaults)}</span>
    </span>
  );
  return (
    <li>
      <div className={styles.row}>
        <Box label={`Choose ${title}`} checked={chosen.has(id)} disabled={isWaiting} onCheck={(checked) => onChoose([id], checked)} />
        {one.fields.length === 0 ? (
          words
        ) : (
          <button type="button" className={styles.open} aria-expanded={isOpen} onClick={() => open(!isOpen)}>
            {words}
            <IconChevronDown size={18} aria-hidden />
          </button>
        )}
      </div>
      {isOpen && <Values one={one} moment={moment} />}
    </li>
  );
}

const WAITS = "A change of it waits on this device. It is sent, or discarded, before this.";

function Values({ one: { now, was, fields }, moment }: { one: Difference; moment: string }) {
  return (
    <div className={styles.values}>
      {fields.map((name) => {
        const texts = [was?.fields[name] ?? "", now.fields[name] ?? ""];
        const side = { item: now, actions: undefined, name, texts };
        return (
          <FieldGroup key={name} title={kindOf(now.kind).fields[name]?.label ?? name}>
            <ComparedValue {...side} at={0} of={moment} label="Then" />
            <ComparedValue {...side} at={1} of="now" label="Now" />
          </FieldGroup>
        );
      })}
    </div>
  );
}
