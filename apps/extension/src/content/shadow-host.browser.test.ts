import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { type FramedHost, type Host, placeFrame, placeHost } from "./shadow-host.ts";

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

/** As browsers open closed roots for extensions alone. */
const closed = new Map<Element, ShadowRoot>();
beforeAll(() => {
  Object.assign(globalThis, { chrome: { dom: { openOrClosedShadowRoot: (one: Element) => closed.get(one) ?? one.shadowRoot } } });
});

describe("the host of the extension's frame is on top", () => {
  const framed = (): FramedHost => placeFrame("about:blank", PLACE);
  const SHADOW =
    "position: fixed; inset: 200px auto auto 0; width: 1px; height: 1px; margin: 0; border: 0; padding: 0; box-shadow: 0 0 0 900px white";

  function layer(style: string, into: Node = document.body): HTMLElement {
    const made = Object.assign(document.createElement("div"), { popover: "manual" });
    made.style.cssText = style;
    into.appendChild(made);
    made.showPopover();
    return made;
  }
  function inShadow(mode: ShadowRootMode): ShadowRoot {
    const around = document.createElement("section");
    around.setAttribute("popover", ""); // is cleaned up
    const root = around.attachShadow({ mode });
    closed.set(around, root);
    around.style.display = "contents";
    document.body.append(around);
    return root;
  }
  function liftAgain(one: HTMLElement): void {
    one.hidePopover();
    one.showPopover();
  }

  /** The window of the test may be behind others. */
  const focus = vi.spyOn(document, "hasFocus");
  beforeEach(() => void focus.mockReturnValue(true));
  const LEAVES = "transition: overlay 9999s allow-discrete, display 9999s allow-discrete";
  /** Shown and hidden in one breath: it is open no more, and still drawn. */
  function leave(one: HTMLElement): void {
    expect(getComputedStyle(one).display).toBe("block");
    one.hidePopover();
    expect(one.matches(":popover-open")).toBe(false);
  }

  it("until something else of the page comes into the top layer", () => {
    const { isOnTop } = framed();
    expect(isOnTop()).toBe(true);
    layer(SHADOW);
    expect(isOnTop()).toBe(false);
  });

  it("of a layer that was there before, until the page lifts that one again", () => {
    const form = layer("position: fixed; inset: 10px auto auto 10px; width: 300px; height: 200px");
    const { isOnTop } = framed();
    expect(isOnTop()).toBe(true);
    liftAgain(form);
    expect(isOnTop()).toBe(false);
  });

  it.each<ShadowRootMode>(["open", "closed"])("of one in a shadow root that is %s, until the page lifts that one again", (mode) => {
    const form = layer("position: fixed; inset: 10px auto auto 10px; width: 300px; height: 200px", inShadow(mode));
    const { isOnTop } = framed();
    expect(isOnTop()).toBe(true);
    liftAgain(form);
    expect(isOnTop()).toBe(false);
  });

  it.each<ShadowRootMode>(["open", "closed"])("until something comes into the top layer from a shadow root that is %s", (mode) => {
    const { isOnTop } = framed();
    layer(SHADOW, inShadow(mode));
    expect(isOnTop()).toBe(false);
  });

  it("of nothing whose place in the top layer cannot be seen", () => {
    layer(`${SHADOW}; pointer-events: none`);
    expect(framed().isOnTop()).toBe(false);
  });

  it("of nothing that another layer in it only seems to stand for", () => {
    const shade = layer(`${SHADOW}; width: 300px; height: 200px; pointer-events: none`);
    const inner = layer("position: fixed; inset: 200px auto auto 0; width: 300px; height: 200px; pointer-events: auto", shade);
    const host = framed();
    inner.style.opacity = "0";
    liftAgain(shade);
    expect(host.isOnTop()).toBe(false);
    shade.remove();
    const around = layer(`${SHADOW}; width: 300px; height: 200px; pointer-events: none`);
    layer(
      "position: fixed; inset: 200px auto auto 0; width: 300px; height: 200px; pointer-events: auto",
      around.attachShadow({ mode: "open" }),
    );
    const other = framed();
    liftAgain(around);
    expect(other.isOnTop()).toBe(false);
  });

  it("of nothing that is leaving the top layer, as long as it is drawn there", () => {
    const host = framed();
    const shade = layer(`${SHADOW}; pointer-events: none; ${LEAVES}`);
    leave(shade);
    expect(host.isOnTop()).toBe(false);
  });

  it.each<ShadowRootMode>(["open", "closed"])("of nothing that is leaving the top layer in a shadow root that is %s", (mode) => {
    const host = framed();
    leave(layer(`${SHADOW}; pointer-events: none; ${LEAVES}`, inShadow(mode)));
    expect(host.isOnTop()).toBe(false);
  });

  it.each(["the page", "a shadow root that is open", "a shadow root that is closed"])(
    "of no list that is drawn in %s, nor while it leaves",
    async (where) => {
      const into = where === "the page" ? document.body : inShadow(where.endsWith("open") ? "open" : "closed");
      const host = framed();
      const around = document.createElement("div");
      around.setAttribute("popover", ""); // is cleaned up
      around.innerHTML = `<style>
      [popover], select { display: block } select, select::picker(select) { appearance: base-select } select::picker(select) { ${LEAVES} }
    </style><select><option>One</option></select>`;
      into.appendChild(around);
      const list = around.querySelector("select");
      if (list === null) throw new Error("There is no list");
      await expect.poll(host.isOnTop, { timeout: 3_000 }).toBe(true);
      list.focus();
      await userEvent.keyboard(" ");
      await expect.poll(() => list.matches(":open")).toBe(true);
      expect(host.isOnTop()).toBe(false);
      await userEvent.keyboard("{Escape}");
      await expect.poll(() => list.matches(":open")).toBe(false);
      await new Promise((resolve) => setTimeout(resolve, 900));
      expect(host.isOnTop()).toBe(false);
      list.remove();
      await expect.poll(host.isOnTop, { timeout: 3_000 }).toBe(true);
    },
  );

  it("until another window is in front of the page's, which may be over it, and for some time after", async () => {
    const { isOnTop } = framed();
    expect(isOnTop()).toBe(true);
    focus.mockReturnValue(false);
    await new Promise((resolve) => setTimeout(resolve, 400));
    focus.mockReturnValue(true);
    expect(isOnTop()).toBe(false);
    await expect.poll(isOnTop, { timeout: 3_000 }).toBe(true);
  });

  it("until the page draws a picture of itself over all", async () => {
    const { isOnTop } = framed();
    const drawn = document.startViewTransition(() => undefined);
    await drawn.ready;
    expect(isOnTop()).toBe(false);
    drawn.skipTransition();
    await drawn.finished;
    await expect.poll(isOnTop, { timeout: 3_000 }).toBe(true);
  });

  it("again only some time after a layer is gone: a page that takes it away as a person presses has shown it", async () => {
    const { isOnTop } = framed();
    const cover = layer(SHADOW);
    await new Promise((resolve) => setTimeout(resolve, 400));
    cover.remove();
    expect(isOnTop()).toBe(false);
    await expect.poll(isOnTop, { timeout: 3_000 }).toBe(true);
  });
});
