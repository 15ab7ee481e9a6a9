/** Passwords that someone could read until the user ended their access: named until each was changed, or the app is locked. */
import { titleOf } from "@coffer/core/items/item";
import { passwordsIn } from "@coffer/core/sharing/passwords-in";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useContents } from "../vault/queries.ts";
import type { SharesOfOne } from "./by-person.ts";

interface Known {
  readonly person: string;
  /** Of the passwords. */
  readonly ids: readonly string[];
  /** Milliseconds since 1970. */
  readonly endedAt: number;
}

const KNOWN_KEY = ["known-passwords"] as const;

export function useKnownPasswords() {
  const cache = useQueryClient();
  const { data = [] } = useQuery<readonly Known[]>({
    queryKey: KNOWN_KEY,
    queryFn: () => [],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const { data: contents } = useContents();
  const set = (change: (known: readonly Known[]) => readonly Known[]) =>
    cache.setQueryData<readonly Known[]>(KNOWN_KEY, (known = []) => change(known));
  const still = ({ person, ids, endedAt }: Known) => {
    const left = (contents?.items ?? []).filter(({ id, updatedAt }) => ids.includes(id) && updatedAt < endedAt);
    return { person, passwords: left.map((item) => ({ id: item.id, title: titleOf(item) })) };
  };
  return {
    known: data.map(still).filter(({ passwords }) => passwords.length > 0),
    remember(rows: SharesOfOne): void {
      const ids = passwordsIn(
        rows.map(({ itemId }) => itemId),
        contents?.items ?? [],
      ).map(({ id }) => id);
      if (ids.length > 0) set((known) => merged(known, { person: rows[0].person, ids, endedAt: Date.now() }));
    },
    dismiss: (person: string): void => void set((known) => known.filter((one) => one.person !== person)),
  };
}

/** One note a person, however many things are taken back one after the other. */
function merged(known: readonly Known[], one: Known): readonly Known[] {
  const before = known.find(({ person }) => person === one.person);
  const ids = [...new Set([...(before?.ids ?? []), ...one.ids])];
  return [...known.filter((other) => other !== before), { ...one, ids }];
}
