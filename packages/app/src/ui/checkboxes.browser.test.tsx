/** Boxes and dots of our own are drawn in the palette, in both themes: as they come, browsers fill them with greys. */
import { afterEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";

const theme = (name: string) => document.documentElement.setAttribute("data-mantine-color-scheme", name);
afterEach(() => theme("light"));

const lookOf = (name: string) => {
  const { appearance, backgroundColor, borderTopColor } = getComputedStyle(page.getByLabelText(name).element());
  return { appearance, backgroundColor, borderTopColor };
};

describe.each([
  ["light", "rgb(255, 254, 251)", "rgb(136, 135, 121)", "rgb(11, 93, 83)"],
  ["dark", "rgb(21, 27, 24)", "rgb(102, 115, 108)", "rgb(92, 194, 174)"],
])("in %s", (name, paper, edge, accent) => {
  it("a box that is not ticked is paper with the edge of a control, one that is ticked is the accent", async () => {
    await render(
      <>
        <input type="checkbox" aria-label="off" />
        <input type="radio" aria-label="on" defaultChecked />
      </>,
    );
    theme(name);
    expect(lookOf("off")).toEqual({ appearance: "none", backgroundColor: paper, borderTopColor: edge });
    expect(lookOf("on")).toEqual({ appearance: "none", backgroundColor: accent, borderTopColor: accent });
  });
});
