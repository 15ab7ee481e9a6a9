/** Three-way merge of list fields: additions and removals of both sides count, so that two edits of one list do not conflict. */
import type { ControlName } from "@coffer/core/items/controls";
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
  readonly read: (text: string) => T[];
  readonly write: (entries: readonly T[]) => string;
  /** Entries with the same key are the same. */
  readonly key: (entry: T) => string;
}

const merger =
  <T>({ read, write, key }: ListText<T>) =>
  ({ base, mine, theirs }: Versions): string => {
    const [was, ours, other] = [base, mine, theirs].map(read) as [T[], T[], T[]];
    const keysOf = (entries: readonly T[]) => new Set(entries.map(key));
    const [wasKeys, ourKeys, otherKeys] = [was, ours, other].map(keysOf) as [Set<string>, Set<string>, Set<string>];
    const kept = other.filter((entry) => ourKeys.has(key(entry)) || !wasKeys.has(key(entry)));
    const added = ours.filter((entry) => !wasKeys.has(key(entry)) && !otherKeys.has(key(entry)));
    return write([...kept, ...added]);
  };

/** How a field with two different edits is merged, by its control; other controls conflict. */
export const LIST_MERGES: Readonly<Partial<Record<ControlName, (versions: Versions) => string>>> = {
  tags: merger({ read: readTags, write: writeTags, key: tagKey }),
  addresses: merger({ read: readAddresses, write: writeAddresses, key: ({ url, match }) => `${match} ${url}` }),
  history: merger({ read: readHistory, write: writeHistory, key: ({ value, at }) => `${at} ${value}` }),
};
