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
  /** Whether what is typed in it is drawn as dots. */
  readonly isMasked: boolean;
  readonly box: Box;
}

/** What is in sight of the content of an element. */
export interface Window {
  readonly opacity: number;
  /** Nothing of it is. */
  readonly isShut: boolean;
  /** All that can be scrolled into the box; otherwise what is in the box now. */
  readonly isWhole: boolean;
  readonly box: Box;
}

/** How far a page reaches from what is in sight of it. */
export interface Reach {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Once {
  /** How an element shows what is in it. */
  readonly shown: Map<Element, Shown>;
  readonly windows: Map<Element, Window>;
  /** Behind a dialog, or hidden from assistive technology. */
  readonly apart: Map<Element, boolean>;
  readonly headings: Map<Root, readonly Element[]>;
  readonly labels: Map<Root, ReadonlyMap<Element, readonly Element[]>>;
  readonly reach: Map<Document, Reach | null>;
  /** Pictures that may show a code to type. */
  readonly pictures: Map<Root, readonly Element[]>;
  /** Title, first heading and path. */
  readonly pages: Map<Document, readonly string[]>;
  readonly roots: Map<Element, Root>;
  /** The part of a page without forms that an element belongs to. */
  readonly sections: Map<Element, Element | null>;
}

export const readOnce = (): Once => ({
  shown: new Map(),
  windows: new Map(),
  apart: new Map(),
  headings: new Map(),
  labels: new Map(),
  reach: new Map(),
  pictures: new Map(),
  pages: new Map(),
  roots: new Map(),
  sections: new Map(),
});

export function remembered<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const before = known.get(key);
  if (before !== undefined) return before;
  const made = make();
  known.set(key, made);
  return made;
}

/** Asked several times for each field, and answered by walking up. */
export const rootOf = (element: Element, { roots }: Once): Root => remembered(roots, element, () => element.getRootNode() as Root);

/** `control.labels` looks through the whole page for each field. */
export function labelsOf(control: Control, once: Once): readonly Element[] {
  const root = rootOf(control, once);
  const ofRoot = remembered(once.labels, root, () => {
    const found = new Map<Element, Element[]>();
    for (const label of root.querySelectorAll("label")) {
      const labelled = label.control;
      if (labelled !== null) found.set(labelled, [...(found.get(labelled) ?? []), label]);
    }
    return found;
  });
  return ofRoot.get(control) ?? [];
}
