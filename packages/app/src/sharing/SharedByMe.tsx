/** What the user shares, by person: changed and taken back in the list itself. Every change asks first; after a no everything is as before. */
import type { Promised, ShareRow } from "@coffer/client";
import { TextInput } from "@mantine/core";
import { IconSearch, IconUsers } from "@tabler/icons-react";
import { useState } from "react";
import { EmptyState } from "../ui/EmptyState.tsx";
import { nameOf, typeOf } from "../vault/item/share-name.ts";
import { NoMatch } from "../vault/list/NoMatch.tsx";
import { ByPerson, type PersonVerbs } from "./ByPerson.tsx";
import { byPerson } from "./by-person.ts";
import { KnownPasswords } from "./KnownPasswords.tsx";
import { LEVELS } from "./levels.ts";
import { PromisedShares } from "./PromisedShares.tsx";
import styles from "./SharingCenter.module.css";

interface Props extends PersonVerbs {
  readonly rows: readonly ShareRow[];
  readonly promised: readonly Promised[];
}

export function SharedByMe({ rows, promised, ...verbs }: Props) {
  const [text, setText] = useState("");
  const waiting = promised.length > 0 && <PromisedShares promised={promised} onCompare={verbs.onCompare} />;
  if (rows.length === 0)
    return (
      <>
        <KnownPasswords />
        {waiting || <EmptyState icon={<IconUsers />} title="No items shared" text="You haven't shared any items with other users yet." />}
      </>
    );
  const shown = byPerson(rows.filter((row) => matches(row, text)));
  const all = new Map(byPerson(rows).map((one) => [one.key, one.rows]));
  return (
    <>
      <KnownPasswords />
      {waiting}
      <TextInput
        className={styles.search ?? ""}
        aria-label="Search shared items"
        placeholder="Search by item, person or type"
        leftSection={<IconSearch size={18} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {shown.length === 0 ? (
        <NoMatch text={text} onClear={() => setText("")} />
      ) : (
        <ByPerson people={shown} allOf={({ key, rows: found }) => all.get(key) ?? found} {...verbs} />
      )}
    </>
  );
}

/** By the name of the item, the email, the type and the level (specification 3 §2). */
function matches(row: ShareRow, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  const { listed, word } = LEVELS[row.permission];
  return [nameOf(row), row.person, typeOf(row.kind), listed, word].some((one) => one.toLowerCase().includes(wanted));
}
