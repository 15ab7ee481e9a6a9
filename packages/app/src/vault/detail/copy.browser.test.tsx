/** Copying from a field row and from a list: a tick, a ring that runs as long as the clipboard holds it, and words for screen readers. */
import { DEFAULT_SETTINGS } from "@coffer/core/device/settings";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { cdp, page, userEvent } from "vitest/browser";
import { deviceSettings } from "../../frame/device-settings.ts";
import { NextToPageContext } from "../../frame/next-to-page.ts";
import { recordCopies } from "../../testing/record-copies.ts";
import { anItem } from "../../testing/sample-items.ts";
import { renderVault } from "../../testing/vault-world.tsx";
import { KindPage } from "../pages/KindPage.tsx";

const SHOP = anItem("Shop", { fields: { username: "ann", password: "Tulips2024", notes: "by the door" } });
let copied: string[] = [];

beforeEach(async () => {
  copied = await recordCopies();
  await page.viewport(1100, 900);
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  deviceSettings.show(DEFAULT_SETTINGS);
  await withMotion("no-preference");
});

const withMotion = (value: "reduce" | "no-preference") =>
  cdp().send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-reduced-motion", value }] });
const open = (at = `/passwords?item=${SHOP.id}`, isNextToPage = false) =>
  renderVault(
    <NextToPageContext value={isNextToPage}>
      <KindPage kind="password" />
    </NextToPageContext>,
    { items: [SHOP], at },
  );
const detail = () => page.getByRole("dialog", { name: "Shop" });
const copyOf = (what: string) => detail().getByRole("button", { name: `Copy ${what} for Shop` });
const ringIn = (button: { element(): Element }) => button.element().querySelector<SVGElement>("[data-ring]");
const row = (label: string) => detail().element().querySelector<HTMLElement>(`[data-field-row="${label}"]`);

/** A click on the value as it is seen, whatever element is on top. */
async function clickOn(label: string): Promise<void> {
  await expect.poll(() => row(label)).not.toBeNull();
  const { left, top, height } = row(label)?.getBoundingClientRect() ?? new DOMRect();
  const target = document.elementFromPoint(left + 40, top + height / 2);
  if (target instanceof HTMLElement) target.click();
}

it("is a click anywhere in the row, and copies a secret without showing it", async () => {
  const { held } = await open();
  await clickOn("Password");
  await expect.poll(() => copied).toEqual(["Tulips2024"]);
  await expect.element(detail()).not.toHaveTextContent("Tulips2024");
  expect(held.asked).toEqual([{ verb: "markUsed", input: { id: SHOP.id } }]);
});

it("is a drag of the row onto a field as well where a web page is next to it, of a secret without showing it", async () => {
  const { held } = await open(undefined, true);
  await expect.poll(() => row("Password")).not.toBeNull();
  const field = document.createElement("input");
  detail().element().prepend(field);
  await userEvent.dragAndDrop(row("Password") as HTMLElement, field);
  await expect.poll(() => field.value).toBe("Tulips2024");
  await expect.element(detail()).not.toHaveTextContent("Tulips2024");
  expect(copied).toEqual([]);
  await expect.poll(() => held.asked).toEqual([{ verb: "markUsed", input: { id: SHOP.id } }]);
});

it("is no drag in a window of its own, where there is no field to drop a value on", async () => {
  await open();
  await expect.poll(() => row("Password")).not.toBeNull();
  expect(detail().element().querySelectorAll("[draggable]")).toHaveLength(0);
});

it("leaves the eye button alone", async () => {
  await open();
  await detail().getByRole("button", { name: "Reveal password for Shop" }).click();
  await expect.element(detail()).toHaveTextContent("Tulips2024");
  expect(copied).toEqual([]);
});

it("is said, with how long it stays", async () => {
  await open();
  await clickOn("Username / Email");
  await expect
    .poll(() => [...document.querySelectorAll("[aria-live=polite]")].map(({ textContent }) => textContent))
    .toContain("Copied username for Shop. Clears in 30 s.");
});

it("has a ring that belongs to the last copy, and runs down", async () => {
  deviceSettings.show({ ...DEFAULT_SETTINGS, clipboardSeconds: 10 });
  await open();
  await copyOf("username").click();
  await expect.poll(() => Number(ringIn(copyOf("username"))?.dataset.ring)).toBeGreaterThan(85);
  await expect.poll(() => Number(ringIn(copyOf("username"))?.dataset.ring)).toBeLessThan(85);
  await copyOf("password").click();
  await expect.poll(() => ringIn(copyOf("password"))).not.toBeNull();
  expect(ringIn(copyOf("username"))).toBeNull();
});

it("has none once something else was copied, nor where nothing is cleared", async () => {
  await open();
  await copyOf("username").click();
  await expect.poll(() => ringIn(copyOf("username"))).not.toBeNull();
  window.dispatchEvent(new ClipboardEvent("copy"));
  await expect.poll(() => ringIn(copyOf("username"))).toBeNull();
  deviceSettings.show({ ...DEFAULT_SETTINGS, clipboardSeconds: 0 });
  await copyOf("password").click();
  await expect.poll(() => copied.length).toBe(2);
  expect(ringIn(copyOf("password"))).toBeNull();
});

it("moves nothing for a user who wants no motion: the ring advances in steps, the tick appears at once", async () => {
  await withMotion("reduce");
  await open();
  await copyOf("username").click();
  await expect.poll(() => ringIn(copyOf("username"))).not.toBeNull();
  const ring = ringIn(copyOf("username")) as SVGElement;
  expect(getComputedStyle(ring).transitionDuration).toBe("0s");
  const tick = copyOf("username").element().querySelector(".tabler-icon-check") as SVGElement;
  expect(getComputedStyle(tick).animationName).toBe("none");
  await withMotion("no-preference");
  expect(getComputedStyle(ring).transitionDuration).toBe("1s");
});

it("is the same in a list, where the ring stays in sight when nothing points at the line any more", async () => {
  await page.viewport(1280, 900);
  await open("/passwords");
  await page.getByRole("button", { name: "Show as list" }).click();
  const copy = page.getByRole("button", { name: "Copy password for Shop", includeHidden: true });
  await expect.poll(() => copy.elements().length).toBe(1);
  (copy.element() as HTMLElement).click();
  await expect.poll(() => copied).toEqual(["Tulips2024"]);
  await expect.poll(() => ringIn(copy)).not.toBeNull();
  await userEvent.hover(page.getByRole("textbox", { name: "Search" }));
  (document.activeElement as HTMLElement | null)?.blur();
  await expect.poll(() => getComputedStyle(copy.element()).visibility).toBe("visible");
});
