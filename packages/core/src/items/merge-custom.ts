/** Three-way merge of custom fields. What one side removed while the other changed it stays; of one that both changed theirs is kept, and mine is kept to be chosen. */
import { isEqualCustom, pairCustoms } from "./custom-pairs.ts";
import { type CustomField, isSameCustom, readCustomFields, writeCustomFields } from "./structured-fields.ts";

type Texts = Readonly<Record<"base" | "mine" | "theirs", string>>;

/** A value of mine that does not stand, and what is in its place. */
interface Unchosen {
  readonly value: CustomField;
  readonly stands: CustomField;
  /** Which one of those with its name that is. */
  readonly nth: number;
  /** No other has its name, on either side or now. */
  readonly isOnly: boolean;
}

interface MergedCustom {
  readonly text: string;
  readonly unchosen: readonly Unchosen[];
}

type Maybe = CustomField | undefined;

/** One field as the base and both sides have it. */
interface Three {
  readonly before: Maybe;
  readonly mine: Maybe;
  readonly theirs: Maybe;
}

export function mergeCustom({ base, mine, theirs }: Texts): MergedCustom {
  const [was, ours, other] = [base, mine, theirs].map(readCustomFields) as [CustomField[], CustomField[], CustomField[]];
  const all = threes(was, ours, other).map((three) => ({ three, stands: standing(three) }));
  const merged = all.flatMap(({ stands }) => stands ?? []);
  const unchosen = all.flatMap(({ three, stands }): Unchosen | [] => {
    const { mine } = three;
    if (!mine || !stands || stands !== three.theirs || mine.value === "" || !isBothChanged(three, mine, stands)) return [];
    const named = (list: readonly CustomField[]) => list.filter((one) => isSameCustom(one, stands));
    const isOnly = [merged, ours, other].every((list) => named(list).length === 1);
    return { value: mine, stands, nth: named(merged).indexOf(stands), isOnly };
  });
  return { text: writeCustomFields(merged), unchosen };
}

/** In the order of theirs, and what only mine has at the end. */
function threes(was: readonly CustomField[], ours: readonly CustomField[], other: readonly CustomField[]): Three[] {
  const [here, there] = [pairCustoms(was, ours), pairCustoms(was, other)];
  const beforeOf = (field: CustomField, pairs: ReadonlyMap<CustomField, CustomField>): Maybe => was.find((one) => pairs.get(one) === field);
  const both = addedByBoth(
    ours.filter((field) => !beforeOf(field, here)),
    other.filter((field) => !beforeOf(field, there)),
    was,
  );
  const ofTheirs = other.map((theirs): Three => {
    const before = beforeOf(theirs, there);
    return { before, mine: before ? here.get(before) : both.get(theirs), theirs };
  });
  const met = new Set(ofTheirs.map(({ mine }) => mine));
  const ofMine = ours.flatMap((mine): Three | [] => (met.has(mine) ? [] : { before: beforeOf(mine, here), mine, theirs: undefined }));
  return [...ofTheirs, ...ofMine];
}

/** The same one added twice is one. Of a name that is new on both sides it is one field with two values; where there are such already, they are two fields. */
function addedByBoth(ours: CustomField[], other: CustomField[], was: readonly CustomField[]): ReadonlyMap<CustomField, CustomField> {
  const isNew = (field: CustomField): boolean => !was.some((one) => isSameCustom(one, field));
  const all = pairCustoms(other, ours);
  const inOrder = new Map<CustomField, CustomField>();
  for (const theirs of other.filter(isNew)) {
    const free = ours.filter((mine) => isSameCustom(mine, theirs) && ![...all.values(), ...inOrder.values()].includes(mine));
    const mine = all.get(theirs) ?? free[0];
    if (mine) inOrder.set(theirs, mine);
  }
  return new Map([...[...all].filter(([theirs, mine]) => isEqualCustom(theirs, mine)), ...inOrder]);
}

/** @returns undefined where it was removed and not changed */
function standing({ before, mine, theirs }: Three): Maybe {
  if (!mine || !theirs) {
    const left = mine ?? theirs;
    return before && left && isEqualCustom(before, left) ? undefined : left;
  }
  return (before && isEqualCustom(before, theirs)) || theirs.value === "" ? mine : theirs;
}

const isBothChanged = ({ before }: Three, mine: CustomField, theirs: CustomField): boolean =>
  !isEqualCustom(mine, theirs) && !(before && isEqualCustom(before, mine));
