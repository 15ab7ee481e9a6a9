/** What axe objects to, and contrast that neither it nor a computation could decide and no one has reviewed. */
import type { Frame, Page } from "@playwright/test";
import { axeOn } from "../journeys/looks.ts";
import type { Theme } from "./looks.ts";
import { decide } from "./measures.ts";
import { REVIEWED } from "./reviewed.ts";

/** Names, roles and order are the same in both themes: in the dark axe is asked about colours alone. */
const ABOUT_COLOURS = ["color-contrast", "link-in-text-block"];

/** What axe only judges of a whole page, and what an open menu may change about it. */
const ABOUT_THE_PAGE = ["region", "aria-hidden-focus", "landmark-unique"];

/** What is looked at, in the page. */
const MARK = "data-gallery-audited";

/**
 * @param within - an open menu: the uppermost of these, and what opened it, are asked about. The rest was asked about while the menu was closed, apart from
 * what the menu may change there.
 */
export async function audited(
  page: Page | Frame,
  theme: Theme,
  within: string | null,
): Promise<{ readonly wrong: string[]; readonly reviewed: number }> {
  const isPart = within !== null && (await mark(page, within));
  const { violations, incomplete } = await axeOn(page, {
    ...(isPart && { within: [`[${MARK}]`] }),
    ...(theme === "dark" && { rules: ABOUT_COLOURS }),
  });
  if (isPart && theme === "light") violations.push(...(await axeOn(page, { rules: ABOUT_THE_PAGE })).violations);
  const wrong = violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(wordsOf).join(", ")}`);
  const open = incomplete.filter(({ id }) => id === "color-contrast").flatMap(({ nodes }) => nodes);
  const decided = await decide(
    page,
    open.map(({ target }) => target.join(" ")),
    within,
  );
  let reviewed = 0;
  for (const [at, node] of open.entries()) {
    if (decided[at]) continue;
    if (decided[at] === null && REVIEWED.some(({ what }) => what.test(`${node.target.join(" ")} ${node.html}`))) reviewed++;
    else wrong.push(`${decided[at] === null ? "undecided contrast" : "too little contrast"}: ${wordsOf(node)} ${tagOf(node)}`);
  }
  return { wrong, reviewed };
}

/** Marks all that is open and whatever says that it has opened it. @returns whether there is any */
const mark = (page: Page | Frame, within: string): Promise<boolean> =>
  page.evaluate(
    ([open, name]) => {
      for (const old of document.querySelectorAll(`[${name}]`)) old.removeAttribute(name ?? "");
      const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
      const uppermost = [...document.querySelectorAll(open ?? "")].filter(isShown).at(-1);
      const parts = uppermost ? [uppermost, ...document.querySelectorAll("[aria-expanded=true]")] : [];
      for (const part of parts) part.setAttribute(name ?? "", "");
      return parts.length > 0;
    },
    [within, MARK],
  );

/** Where it is: without ids that change with each load, and the same for all rows of a list. */
const wordsOf = ({ target }: { target: readonly unknown[] }): string =>
  target
    .join(" ")
    .replaceAll(/mantine-[a-z0-9]{9}(?=[-\s]|$)/g, "mantine-ID")
    .replaceAll(/data-position="\d+"/g, "data-position");

/** The element itself, without what it looks like and what is in it. */
const tagOf = ({ html }: { html: string }): string => html.replace(/ style="[^"]*"/, "").replace(/>[\s\S]*$/, ">");
