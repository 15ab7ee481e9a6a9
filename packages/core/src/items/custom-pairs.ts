/**
 * Which custom field of a list is which of another one. They have no ids, and older clients would drop them: those of one section and label are told apart by their values, and
 * only then by their order.
 */
import { type CustomField, isSameCustom } from "./structured-fields.ts";

export const isEqualCustom = (a: CustomField, b: CustomField): boolean => a.type === b.type && a.value === b.value;

type Pairs = ReadonlyMap<CustomField, CustomField>;

/**
 * What became of each. One that was changed is only known as that where none of its name was removed: to take a removed one for another would put the wrong value in its place,
 * or offer it as the other of two, while removed and added loses nothing.
 */
export function pairCustoms(before: readonly CustomField[], after: readonly CustomField[]): Pairs {
  const pairs = new Map<CustomField, CustomField>();
  const taken = new Set<CustomField>();
  const pair = (was: CustomField, is: CustomField | undefined): void => {
    if (is) pairs.set(was, is);
    if (is) taken.add(is);
  };
  const left = (was: CustomField): CustomField[] => after.filter((one) => isSameCustom(one, was) && !taken.has(one));
  const open = (): CustomField[] => before.filter((one) => !pairs.has(one));
  for (const was of before)
    pair(
      was,
      left(was).find((one) => isEqualCustom(was, one)),
    );
  for (const was of open())
    pair(
      was,
      left(was).find(({ value }) => value === was.value),
    );
  const changed = open();
  const isClear = (was: CustomField): boolean => changed.filter((one) => isSameCustom(one, was)).length <= left(was).length;
  for (const was of changed.filter(isClear)) pair(was, left(was)[0]);
  return pairs;
}
