/** What is read once while a page is read, because many fields have it in common. Good for as long as the page does not change. */
import type { Control } from "./find-controls.ts";

type Root = Document | ShadowRoot;

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What an element's styles and place say. */
export interface Shown {
  readonly style: CSSStyleDeclaration;
  readonly opacity: number;
  readonly isClipped: boolean;
  readonly box: Box;
}

/** What is in sight of the content of an element. */
export interface Window {
  /** Behind a dialog, or hidden from assistive technology. */
  readonly isApart: boolean;
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

/** By name, as they are in the markup. */
export type Attributes = ReadonlyMap<string, string>;

/** What all fields of a document, or of a shadow root, have in common. */
export interface RootParts {
  readonly root: Root;
  readonly labels: ReadonlyMap<Element, readonly Element[]>;
  /** The last heading before each field. */
  readonly headings: ReadonlyMap<Element, Element>;
  /** Pictures that may show a code to type. */
  readonly pictures: readonly Element[];
  /** Whether a part of it is for searching. */
  readonly hasSearch: boolean;
  /** Of a component that is one field: what the field is, is often written on it. */
  readonly host: Element | null;
}

export interface Once {
  readonly shown: Map<Element, Shown>;
  readonly windows: Map<Element, Window>;
  readonly attributes: Map<Control, Attributes>;
  readonly parts: Map<Root, RootParts>;
  readonly reach: Map<Document, Reach | null>;
  /** Title, first heading and path. */
  readonly pages: Map<Document, readonly string[]>;
  readonly roots: Map<Element, Root>;
  /** The part of a page without forms that an element belongs to. */
  readonly sections: Map<Element, Element | null>;
}

export const readOnce = (): Once => ({
  shown: new Map(),
  windows: new Map(),
  attributes: new Map(),
  parts: new Map(),
  reach: new Map(),
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

/** All that are set: fewer than the names that are looked for. */
export function attributesOf(control: Control, { attributes }: Once): Attributes {
  return remembered(
    attributes,
    control,
    () => new Map(control.getAttributeNames().map((name) => [name, control.getAttribute(name) ?? ""])),
  );
}
