/** Finds what on the screen is of a record, and where: there the overlay shows what the server has of it. */

export interface Place {
  readonly id: string;
  /** A line or card of a list; a name in the sidebar; an item in full. */
  readonly look: "card" | "name" | "whole";
  /** In the window, in CSS pixels. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const DETAIL = "[data-item-detail]";
const LISTED = "main [data-key]";
const IN_SIDEBAR = "nav [data-vault]";

/** @returns each with its rectangle, as far as it is in the window. An item in full that covers the page is all that is seen. */
export function placesOnScreen(): readonly Place[] {
  const alone = document.querySelector<HTMLElement>(`[aria-modal="true"] ${DETAIL}`);
  if (alone) return wholeOf(alone);
  const detail = document.querySelector<HTMLElement>(DETAIL);
  return [...all(LISTED, "card"), ...all(IN_SIDEBAR, "name"), ...(detail ? wholeOf(detail) : [])];
}

const wholeOf = (detail: HTMLElement): readonly Place[] =>
  placeOf(detail.closest("[role=dialog]") ?? detail, detail.dataset.itemDetail, "whole");

const all = (selector: string, look: Place["look"]): readonly Place[] =>
  [...document.querySelectorAll<HTMLElement>(selector)].flatMap((element) => {
    const { key, vault } = element.dataset;
    const places = placeOf(element, key ?? vault, look);
    const name = look === "name" && element.querySelector("[data-own]")?.getBoundingClientRect();
    return name ? places.map((place) => ({ ...place, left: name.left, width: place.left + place.width - COUNT_PX - name.left })) : places;
  });

/** A name ends before the number at the end of its line. */
const COUNT_PX = 56;

function placeOf(element: Element, id: string | undefined, look: Place["look"]): readonly Place[] {
  const { left, top, width, height, bottom, right } = element.getBoundingClientRect();
  const isSeen = bottom > 0 && right > 0 && top < window.innerHeight && left < window.innerWidth && width * height > 0;
  return id !== undefined && isSeen ? [{ id, look, left, top, width, height }] : [];
}
