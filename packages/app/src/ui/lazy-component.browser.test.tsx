/** A part of the app that is loaded when it is first needed: it waits, comes, or says why it does not. */
import { type ComponentType, type ReactNode, Suspense, useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { MissingPart } from "../frame/missing-part.ts";
import { useUnsaved } from "../frame/unsaved.ts";
import { fakeClient } from "../testing/fake-client.ts";
import { renderApp } from "../testing/render.tsx";
import { Crash } from "./Crash.tsx";
import { lazyComponent } from "./lazy-component.tsx";
import type { Place } from "./PartMissing.tsx";

type Loaded = ComponentType<{ onClose?: () => void }>;
const TITLE = "This part could not be loaded";
const there: Loaded = () => <p>Here it is</p>;
const broken = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
const again = page.getByRole("button", { name: "Try again" });
const shown = page.getByText("Here it is");

const open = (ui: ReactNode) => renderApp(ui, { client: fakeClient() });

/** Something next to the part that has to stay as it is. */
function NextToInput({ children }: { children: ReactNode }) {
  const [text, setText] = useState("");
  return (
    <>
      <input aria-label="Typed" value={text} onChange={(event) => setText(event.currentTarget.value)} />
      {children}
    </>
  );
}

describe.each<Place>(["page", "dialog", "inline"])("in the place of a missing %s", (place) => {
  it("it says so and what can be done; what was typed next to it stays, and it comes when it is asked for again", async () => {
    const load = vi.fn<() => Promise<Loaded>>().mockImplementationOnce(broken).mockImplementationOnce(broken).mockResolvedValueOnce(there);
    const Part = lazyComponent(place, load);
    await open(
      <NextToInput>
        <Part />
      </NextToInput>,
    );
    await expect.element(page.getByText(TITLE, { exact: false }).first()).toBeVisible();
    expect(page.getByRole("alert").elements().length).toBeGreaterThan(0);
    const typed = document.querySelector("input");
    await again.click();
    await expect.poll(() => load.mock.calls.length).toBe(2);
    await again.click();
    await expect.element(shown).toBeVisible();
    expect(document.querySelector("input")).toBe(typed);
  });
});

it("a missing dialog can be closed", async () => {
  const onClose = vi.fn();
  const Part = lazyComponent<{ onClose: () => void }>("dialog", broken);
  await open(<Part onClose={onClose} />);
  await page.getByRole("dialog", { name: TITLE }).getByRole("button", { name: "Close" }).click();
  expect(onClose).toHaveBeenCalledTimes(1);
});

it("what would be pushed down waits with the part, and does not where it is missing", async () => {
  const coming = Promise.withResolvers<Loaded>();
  const load = vi.fn<() => Promise<Loaded>>().mockImplementationOnce(broken).mockReturnValueOnce(coming.promise);
  const Part = lazyComponent("inline", load, { waiting: "around" });
  const below = page.getByText("What is below");
  await open(
    <Suspense fallback="Waiting">
      <Part />
      <p>What is below</p>
    </Suspense>,
  );
  await expect.element(page.getByText(TITLE, { exact: false }).first()).toBeVisible();
  await expect.element(below).toBeVisible();
  await again.click();
  await expect.element(page.getByText("Waiting")).toBeVisible();
  await expect.element(below).not.toBeVisible();
  coming.resolve(there);
  await expect.element(shown).toBeVisible();
  await expect.element(below).toBeVisible();
});

it("of parts of one load that is missing the one around them says so once, and one press asks for all of them", async () => {
  const load = vi.fn<() => Promise<Loaded>>().mockImplementationOnce(broken).mockImplementationOnce(broken).mockResolvedValue(there);
  const [One, Another] = [lazyComponent("page", load, { missing: "around" }), lazyComponent("inline", load, { missing: "around" })];
  await open(
    <Crash>
      <One />
      <Another />
    </Crash>,
  );
  await expect.element(page.getByText(TITLE)).toBeVisible();
  await again.click();
  await expect.poll(() => shown.elements().length).toBe(2);
  expect(load).toHaveBeenCalledTimes(4);
});

it("a page that takes its time shows its shape while it loads", async () => {
  const coming = Promise.withResolvers<Loaded>();
  const Part = lazyComponent("page", () => coming.promise);
  await open(<Part />);
  await expect.element(page.getByRole("status").filter({ hasText: "Loading" })).toBeInTheDocument();
  coming.resolve(there);
  await expect.element(shown).toBeVisible();
});

it("a fault of a part that did load is no missing part: it goes to the boundary around it", async () => {
  const Faulty: ComponentType = () => {
    throw new Error("a bug");
  };
  const Part = lazyComponent("inline", async () => Faulty);
  await open(
    <Crash>
      <Part />
    </Crash>,
  );
  await expect.element(page.getByText("This page could not be shown. Nothing that is saved is lost.")).toBeVisible();
});

it("what is missing anywhere else is asked for again by the whole page", async () => {
  const forget = vi.fn();
  let isThere = false;
  const Needs = () => {
    if (!isThere) throw new MissingPart(forget);
    return <p>Here it is</p>;
  };
  await open(
    <Crash>
      <Needs />
    </Crash>,
  );
  await expect.element(page.getByRole("heading", { name: TITLE })).toBeVisible();
  isThere = true;
  await again.click();
  await expect.element(shown).toBeVisible();
  expect(forget).toHaveBeenCalledTimes(1);
});

describe("where the server can be reached", () => {
  const Unsaved = () => {
    useUnsaved(true);
    return null;
  };
  const running = document.createElement("script");
  running.type = "module";
  running.setAttribute("src", "/assets/running.js");
  const serves = (name: string) =>
    vi
      .spyOn(window, "fetch")
      .mockImplementation(async () => new Response(`<script type="module" crossorigin src="/assets/${name}.js"></script>`));

  beforeEach(() => document.head.prepend(running));
  afterEach(() => {
    vi.restoreAllMocks();
    running.remove();
  });

  it("a newer version is offered, and not taken while something typed would be lost", async () => {
    serves("newer");
    const Part = lazyComponent("page", broken);
    await open(
      <>
        <Unsaved />
        <Part />
      </>,
    );
    await expect.element(page.getByRole("button", { name: "Reload" })).toBeVisible();
    await expect.element(page.getByText(/Coffer was updated on the server/)).toBeVisible();
    expect(sessionStorage.getItem("loadedFor")).toBeNull();
  });

  it.each<Place>(["dialog", "inline"])(
    "a %s that was asked for again and does not come is said to need a reload: a browser does not ask twice for a script",
    async (place) => {
      const asked = serves("running");
      const Part = lazyComponent(place, broken);
      await open(<Part />);
      await expect.element(again).toBeVisible();
      await expect.poll(() => asked.mock.calls.length).toBe(1);
      await again.click();
      await expect.element(page.getByRole("button", { name: "Reload" })).toBeVisible();
      await expect.element(again).not.toBeInTheDocument();
    },
  );

  it("so does a page while something typed would be lost", async () => {
    serves("running");
    const Part = lazyComponent("page", broken);
    await open(
      <>
        <Unsaved />
        <Part />
      </>,
    );
    await again.click();
    await expect.element(page.getByRole("button", { name: "Reload" })).toBeVisible();
    await expect.element(page.getByText("Nothing that is saved is lost.")).toBeVisible();
  });
});
