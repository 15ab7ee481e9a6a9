import { afterEach, describe, expect, it } from "vitest";
import { type Host, placeHost } from "./shadow-host.ts";

const PLACE = "inset: 0 auto auto 0; width: 100px; height: 50px";
const inside = (): HTMLElement => document.createElement("p");

afterEach(() => {
  for (const element of document.querySelectorAll("[popover]")) element.remove();
});

describe("the host of the extension's frame is whole", () => {
  it("as long as the page leaves it where it was placed", () => {
    expect(placeHost(PLACE, "", inside()).isWhole()).toBe(true);
  });

  it.each<[string, (host: Host, content: HTMLElement) => void]>([
    ["is taken out of the top layer", ({ element }) => element.hidePopover()],
    ["is removed", ({ element }) => element.remove()],
    ["is moved into a box of the page and shown again", moveIntoBox],
    ["loses what is in it", (_, content) => content.remove()],
  ])("until it %s", (_, change) => {
    const content = inside();
    const host = placeHost(PLACE, "", content);
    change(host, content);
    expect(host.isWhole()).toBe(false);
  });
});

function moveIntoBox({ element }: Host): void {
  document.body.append(element);
  element.showPopover();
}

it("is on top until something else of the page comes into the top layer", () => {
  const { isOnTop } = placeHost(PLACE, "", inside());
  expect(isOnTop()).toBe(true);
  const cover = Object.assign(document.createElement("div"), { popover: "manual" });
  document.body.append(cover);
  cover.showPopover();
  expect(isOnTop()).toBe(false);
});
