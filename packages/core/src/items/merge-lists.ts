/** Three-way merge of list fields: additions and removals of both sides count, so that two edits of one list do not conflict. */
import { readIgnored, writeIgnored } from "../health/ignored.ts";
import type { ControlName } from "./controls.ts";
import type { Field } from "./kinds.ts";
import { otherKey, readOtherValues, writeOtherValues } from "./other-values.ts";
import { type Passkey, readPasskeyKeys, readPasskeys, writePasskeyKeys, writePasskeys } from "./passkeys.ts";
import { readAddresses, readHistory, readTags, tagKey, writeAddresses, writeHistory, writeTags } from "./structured-fields.ts";

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

/** From what signs to what is gone. */
const BY_USE: readonly Passkey["state"][] = ["kept", "unconfirmed", "hidden", "removed"];

/** The one that was changed; if both were, the one that is more in use: what one side removed while the other wants it stays. */
function changedPasskey(was: Passkey | undefined, mine: Passkey, theirs: Passkey): Passkey {
  if (was && isDeepEqual(was, mine)) return theirs;
  return (was && isDeepEqual(was, theirs)) || BY_USE.indexOf(mine.state) < BY_USE.indexOf(theirs.state) ? mine : theirs;
}

/** Of entries that were read, so that their parts are in one order. */
const isDeepEqual = (a: Passkey, b: Passkey): boolean => JSON.stringify(a) === JSON.stringify(b);

type MergeLists = Readonly<Partial<Record<ControlName | NonNullable<Field["derive"]>, (versions: Versions) => string>>>;

/** How a field with two different edits is merged, by its control or by what it is derived by; others conflict. */
export const LIST_MERGES: MergeLists = {
  tags: merger({ read: readTags, write: writeTags, key: tagKey }),
  addresses: merger({ read: readAddresses, write: writeAddresses, key: ({ url, match }) => `${match} ${url}` }),
  passkeys: merger({ read: readPasskeys, write: writePasskeys, key: ({ id }) => id, choose: changedPasskey }),
  keys: merger({ read: readPasskeyKeys, write: writePasskeyKeys, key: ({ id }) => id }),
  ignored: merger({ read: readIgnored, write: writeIgnored, key: ({ finding }) => finding }),
  others: merger({ read: readOtherValues, write: writeOtherValues, key: otherKey }),
  history: merger({ read: readHistory, write: writeHistory, key: ({ value, at }) => `${at} ${value}` }),
};
