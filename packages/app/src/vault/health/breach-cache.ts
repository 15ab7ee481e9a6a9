/** What is known of leaked passwords: in memory, until the lock. It holds no password, and nothing of an item that was saved since. */
import type { BreachOutcome } from "@coffer/client";
import { type Item, isSameVersion, type Version } from "@coffer/core/items/item";

const known = new Map<string, Version & { readonly seen: number }>();

/** No item is of that revision. */
const NEVER: Version = { revision: -1 };

/** Where there may be a password: what is not known to be without one. */
const mayHavePassword = ({ kind, holds, state }: Item): boolean =>
  kind === "password" && state === "intact" && (holds?.includes("password") ?? true);

export const breachCache = {
  forget: (): void => known.clear(),

  /** What is known of these, and which have still to be asked about. */
  of(items: readonly Item[]): { readonly seen: readonly (readonly [id: string, seen: number])[]; readonly unknown: readonly Item[] } {
    const logins = items.filter(mayHavePassword);
    const isKnown = (item: Item): boolean => isSameVersion(item, known.get(item.id) ?? NEVER);
    return {
      seen: logins.filter(isKnown).map(({ id }) => [id, known.get(id)?.seen ?? 0]),
      unknown: logins.filter((item) => !isKnown(item)),
    };
  },

  /** @param items - those that were asked about, as they were then. */
  learn(items: readonly Item[], { seen, failed }: BreachOutcome): void {
    const unanswered = new Set(failed);
    for (const { id, revision, saveId } of items) if (!unanswered.has(id)) known.set(id, { revision, saveId, seen: seen.get(id) ?? 0 });
  },
};
