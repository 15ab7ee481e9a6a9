/** Which items of a list are chosen; pure, so that it is tested without a screen. A range goes from the item chosen last, as in a file manager. */

export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Where a range begins; null while nothing was chosen one by one. */
  readonly anchor: string | null;
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: null };

export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/**
 * Chooses everything between the anchor and an item, both included, in addition to what is chosen already.
 * @param order - the ids of the list as it is shown.
 * @param from - the anchor where there is none yet.
 */
export function extended({ ids, anchor }: Selection, order: readonly string[], from: string, to: string): Selection {
  const start = anchor !== null && order.includes(anchor) ? anchor : from;
  const [first, last] = [order.indexOf(start), order.indexOf(to)].toSorted((a, b) => a - b);
  if (first === undefined || last === undefined || first < 0) return toggled({ ids, anchor }, to);
  return { ids: new Set([...ids, ...order.slice(first, last + 1)]), anchor: start };
}

export const allSelected = (order: readonly string[]): Selection => ({ ids: new Set(order), anchor: order[0] ?? null });
