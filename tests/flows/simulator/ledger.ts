/**
 * What was pressed, what its maker was shown, and what became of it. From this follows what has to be there in the end:
 * - Each value on which a press of "Save" was confirmed is somewhere: current, in the item's history, to be chosen, or in an edit that was refused with its reason. But of
 *   presses that waited on one device, only the last value of a field was promised (decision 19), and each password.
 * - Where each press of a field was shown the one before, the last one is kept, and nothing is to be chosen.
 */

/** A page of a device. */
export interface Maker {
  readonly name: string;
  readonly person: object;
  /** The same of all pages of one device: they keep their edits together. */
  readonly home: Maker;
}

export interface Press {
  readonly by: Maker;
  /** Of the item; null until it is known, of one whose page was killed in between. */
  id: string | null;
  readonly field: string;
  readonly value: string;
  /** The press whose value was shown in its place; null for none. */
  readonly saw: Press | null;
  /** Numbers of presses and marks in their order; those of one press have the same. */
  readonly at: number;
  /** "killed": its page ended first; "told": that it was not saved. Neither is promised, and either may have happened. */
  outcome: "open" | "done" | "killed" | "told";
  /** It waits on its device no more. */
  isSent: boolean;
  /** Nothing says that it has to be found any more: its maker wanted another value before it was sent, or it was found before its history could go. */
  isSpent: boolean;
  /** An earlier value was put back. */
  readonly isBack: boolean;
}

/** Another change of an item. */
export interface Mark {
  readonly by: Maker;
  readonly id: string;
  readonly what: "deletes" | "restores" | "marks" | "moves" | "tags" | "untags";
  readonly to: string;
  /** Of a deletion: the fields that were shown. */
  readonly saw: Readonly<Record<string, string>>;
  readonly at: number;
  isDone: boolean;
}

export class Ledger {
  readonly presses: Press[] = [];
  readonly marks: Mark[] = [];
  /** People lost or got rights: the server may have refused what was pressed, and an item that is gone for someone becomes another one with what they typed. */
  isOfOtherRights = false;
  /** Is in each value: a canary. */
  readonly name: string;
  #count = 0;
  #at = 0;

  constructor(name: string) {
    this.name = name;
  }

  /** No other text holds it. */
  value = (what: string): string => `${what}-${this.name}x${++this.#count}z`;

  /** @param values - that replace what is shown in `seen` */
  press(by: Maker, id: string | null, values: Readonly<Record<string, string>>, seen: Readonly<Record<string, string>>): Press[] {
    const at = ++this.#at;
    const made = Object.entries(values).map(([field, value]): Press => {
      const saw = this.presses.findLast((press) => press.field === field && press.value === seen[field]) ?? null;
      // Its maker's page was killed before it heard of the id.
      if (saw?.id === null) for (const one of this.presses) if (one.at === saw.at) one.id = id;
      for (const before of this.presses)
        if (before.by.home === by.home && before.id === id && before.field === field && !before.isSent && field !== "password")
          before.isSpent = true;
      // What was there before is promised already; taken back before it was sent, an edit is none.
      const isBack = this.presses.some((press) => press.value === value);
      return { by, id, field, value, saw, at, outcome: "open", isSent: false, isSpent: isBack, isBack };
    });
    this.presses.push(...made);
    return made;
  }

  mark(mark: Pick<Mark, "by" | "id" | "what" | "to" | "saw">): Mark {
    const made = { ...mark, at: ++this.#at, isDone: false };
    this.marks.push(made);
    return made;
  }

  /** @param waiting - the items whose edits wait on that device */
  sent(by: Maker, waiting: ReadonlySet<string>): void {
    for (const press of this.presses)
      if (press.by === by && press.outcome !== "open" && press.id !== null && !waiting.has(press.id)) press.isSent = true;
  }

  /** Before its history may go. @param text - all that can be read anywhere */
  found(text: string): void {
    for (const press of this.presses) if (text.includes(press.value)) press.isSpent = true;
  }

  /** How often a device took back what it had pressed itself: then the same is saved once more, so that what may be on its way is taken by no one. */
  takenBack(id: string): number {
    const marks = this.marks.filter((mark) => mark.id === id);
    const isTakenOff = ({ what, to, by, at }: Mark): boolean =>
      marks.some((mark) => {
        if (mark.at > at || mark.by.home !== by.home) return false;
        if (mark.what === "deletes") return what === "marks" || what === "moves";
        if (what === "untags") return mark.what === "tags" && mark.to === to;
        return (what === "marks" || what === "moves") && mark.what === what && mark.to !== to;
      });
    const presses = this.presses.filter((press) => press.id === id && press.isBack);
    return presses.length + marks.filter(isTakenOff).length;
  }

  isUnsent = (id: string): boolean => !this.presses.some((press) => press.id === id && press.isSent);

  /** Of what was made and deleted before it was sent, no one has to hear. */
  spent(id: string): void {
    for (const press of this.presses) if (press.id === id) press.isSpent = true;
  }

  /** Its history is gone with it for good. */
  gone(id: string): void {
    for (const press of this.presses) if (press.id === id && press.isSent) press.isSpent = true;
  }

  /** Of one field of an item, those that no other press was shown. @param until - the number of the last that counts */
  last(id: string, field: string, until = Number.POSITIVE_INFINITY): Press[] {
    const all = this.presses.filter((press) => press.id === id && press.field === field && press.at <= until);
    return all.filter((press) => !all.some(({ saw }) => saw === press));
  }
}
