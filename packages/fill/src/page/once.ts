/** What is read once while a page is read, because many fields have it in common. Good for as long as the page does not change. */
import type { Control } from "./find-controls.ts";

type Root = Document | ShadowRoot;

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** How an element shows what is in it. */
export interface Shown {
  readonly opacity: number;
  readonly isClipped: boolean;
  /** What it does to the parts of its content that are outside of its box. */
  readonly overflow: "shows" | "scrolls" | "cuts";
  readonly box: Box;
}

export interface Once {
  /** How an element shows what is in it. */
  readonly shown: Map<Element, Shown>;
  readonly headings: Map<Root, readonly Element[]>;
  readonly labels: Map<Root, ReadonlyMap<Element, readonly Element[]>>;
  /** The part of a page without forms that an element belongs to. */
  readonly sections: Map<Element, Element | null>;
}

export const readOnce = (): Once => ({ shown: new Map(), headings: new Map(), labels: new Map(), sections: new Map() });

export function remembered<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const before = known.get(key);
  if (before !== undefined) return before;
  const made = make();
  known.set(key, made);
  return made;
}

/** `control.labels` looks through the whole page for each field. */
export function labelsOf(control: Control, { labels }: Once): readonly Element[] {
  const root = control.getRootNode() as Root;
  const ofRoot = remembered(labels, root, () => {
    const found = new Map<Element, Element[]>();
    for (const label of root.querySelectorAll("label")) {
      const labelled = label.control;
      if (labelled !== null) found.set(labelled, [...(found.get(labelled) ?? []), label]);
    }
    return found;
  });
  return ofRoot.get(control) ?? [];
}
