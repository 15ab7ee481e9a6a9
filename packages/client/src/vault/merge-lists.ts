/** Three-way merge of list fields: additions and removals of both sides count, so that two edits of one list do not conflict. */
import type { ControlName } from "@coffer/core/items/controls";
import { type Passkey, readPasskeyKeys, readPasskeys, writePasskeyKeys, writePasskeys } from "@coffer/core/items/passkeys";
import {
  readAddresses,
  readHistory,
  readTags,
  tagKey,
  writeAddresses,
  writeHistory,
  writeTags,
} from "@coffer/core/items/structured-fields";

interface Versions {
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

interface ListText<T> {
  /** Of an entry that both have. Absent where entries never change. */
  readonly choose?: (was: T | undefined, mine: T, theirs: T) => T;
  readonly read: (text: string) => T[];
  readonly write: (entries: readonly T[]) => string;
  /** Entries with the same key are the same. */
  readonly key: (entry: T) => string;
}

const merger =
  <T>({ read, write, key, choose }: ListText<T>) =>
  ({ base, mine, theirs }: Versions): string => {
    const [was, ours, other] = [base, mine, theirs].map(read) as [T[], T[], T[]];
    const keysOf = (entries: readonly T[]) => new Set(entries.map(key));
    const [wasKeys, ourKeys, otherKeys] = [was, ours, other].map(keysOf) as [Set<string>, Set<string>, Set<string>];
    const kept = other.filter((entry) => ourKeys.has(key(entry)) || !wasKeys.has(key(entry)));
    const added = ours.filter((entry) => !wasKeys.has(key(entry)) && !otherKeys.has(key(entry)));
    const find = (entries: readonly T[], entry: T) => entries.find((one) => key(one) === key(entry));
    const chosen = (entry: T): T => {
      const mine = choose && find(ours, entry);
      return mine ? choose(find(was, entry), mine, entry) : entry;
    };
    return write([...kept.map(chosen), ...added]);
  };

/** The one that was changed; if both were, the one whose state is newer: removed here, returned there. */
function newerPasskey(was: Passkey | undefined, mine: Passkey, theirs: Passkey): Passkey {
  if (was && isDeepEqual(was, mine)) return theirs;
  return (was && isDeepEqual(was, theirs)) || mine.since > theirs.since ? mine : theirs;
}

/** Of entries that were read, so that their parts are in one order. */
const isDeepEqual = (a: Passkey, b: Passkey): boolean => JSON.stringify(a) === JSON.stringify(b);

/** How a field with two different edits is merged, by its control; other controls conflict. */
export const LIST_MERGES: Readonly<Partial<Record<ControlName, (versions: Versions) => string>>> = {
  tags: merger({ read: readTags, write: writeTags, key: tagKey }),
  addresses: merger({ read: readAddresses, write: writeAddresses, key: ({ url, match }) => `${match} ${url}` }),
  passkeys: merger({ read: readPasskeys, write: writePasskeys, key: ({ id }) => id, choose: newerPasskey }),
  keys: merger({ read: readPasskeyKeys, write: writePasskeyKeys, key: ({ id }) => id }),
  history: merger({ read: readHistory, write: writeHistory, key: ({ value, at }) => `${at} ${value}` }),
};
