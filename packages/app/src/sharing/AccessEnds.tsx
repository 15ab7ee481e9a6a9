/** What someone can open until it is taken back, and what taking it back does and does not do: said next to the question. */
import type { Contents } from "@coffer/client";
import { type Item, titleOf } from "@coffer/core/items/item";
import { passwordsIn } from "@coffer/core/sharing/passwords-in";
import { byCount, plural } from "@coffer/core/text";
import { listed } from "../vault/item/share-name.ts";
import { ThingChips } from "../vault/item/ThingChips.tsx";
import { VersionsNote } from "../vault/item/VersionsGo.tsx";
import styles from "./AccessEnds.module.css";
import type { SharesOfOne } from "./by-person.ts";

interface Props {
  readonly rows: SharesOfOne;
  readonly contents: Contents | null;
  /** What no one else has any more after it, and loses its earlier versions. */
  readonly going: readonly Item[];
}

/** Names of passwords that are read. */
const NAMED = 8;

function mayHaveKept(passwords: readonly string[]): string {
  const [kept, names] = [plural(passwords.length, "password"), listed(passwords, NAMED)];
  return byCount(
    passwords.length,
    `New keys do not change a password, and they may have kept ${kept}: ${names}. Change it afterwards if that matters; this page lists it.`,
    `New keys do not change a password, and they may have kept ${kept}: ${names}. Change these afterwards if that matters; this page lists them.`,
  );
}

export function AccessEnds({ rows, contents, going }: Props) {
  const [{ person, isTeam }] = rows;
  const passwords = passwordsIn(
    rows.map(({ itemId }) => itemId),
    contents?.items ?? [],
  ).map(titleOf);
  return (
    <div className={styles.parts}>
      <p>{isTeam ? `Everyone in ${person} can open now:` : `${person} can open now:`}</p>
      <ThingChips rows={rows} />
      <p>It closes immediately and gets new keys.</p>
      {passwords.length > 0 && <p>{mayHaveKept(passwords)}</p>}
      <VersionsNote by="end" items={going} />
    </div>
  );
}
