/** What a person meets who has a new recovery key: it goes only once two of its groups were typed again, or when they insist. */
import jsQR from "jsqr";
import { afterEach, describe, expect, it, vi } from "vitest";
import { cdp, page, userEvent } from "vitest/browser";
import { fakeClient } from "../../testing/fake-client.ts";
import { renderApp } from "../../testing/render.tsx";
import { RecoveryKit } from "./RecoveryKit.tsx";
import { recoveryKitHtml } from "./recovery-kit.ts";

const GROUPS = ["AB1C", "D2EF", "GH3J", "K4LM"];
const saved = page.getByRole("button", { name: "I have saved it" });
const question = page.getByRole("alertdialog", { name: "Close without saving?" });

async function open() {
  const onDone = vi.fn();
  const kitSaved = vi.fn(async () => undefined);
  const client = fakeClient({ account: { kitSaved } });
  await renderApp(<RecoveryKit email="ann@example.com" recoveryKey={GROUPS.join("-")} onDone={onDone} />, { client });
  await expect.element(page.getByRole("dialog")).toBeVisible();
  const fields = page.getByLabelText(/^Group \d$/).elements() as HTMLInputElement[];
  const asked = fields.map((field) => ({ field, group: GROUPS[Number(/\d/.exec(field.labels?.[0]?.textContent ?? "")?.[0]) - 1] ?? "" }));
  return { onDone, asked, kitSaved };
}

it("shows every group in its order", async () => {
  await open();
  expect(
    page
      .getByRole("listitem")
      .elements()
      .map((item) => item.textContent),
  ).toEqual(GROUPS.map((group, at) => `${at + 1}${group}`));
});

it("keeps its button in sight on a phone, below whatever of it is scrolled", async () => {
  await page.viewport(360, 560);
  await open();
  await expect.element(saved).toBeInViewport({ ratio: 1 });
  await page.viewport(1280, 800);
});

it("begins at its text, so that no key pressed too early closes it", async () => {
  const { onDone } = await open();
  await expect.element(page.getByText(/this key is the only way back/)).toHaveFocus();
  await userEvent.keyboard(" {Enter}");
  await expect.element(question).not.toBeInTheDocument();
  expect(onDone).not.toHaveBeenCalled();
});

it("goes when the two groups it asks for are typed, in any case and spacing, and not before", async () => {
  const { onDone, asked, kitSaved } = await open();
  expect(asked).toHaveLength(2);
  const [first, second] = asked;
  await expect.element(saved).toBeDisabled();
  await userEvent.fill(first?.field as HTMLElement, ` ${first?.group.toLowerCase()} `);
  await expect.element(saved).toBeDisabled();
  await userEvent.fill(second?.field as HTMLElement, "ZZZZ");
  await expect.element(saved).toBeDisabled();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(page.getByText("This does not match your copy")).toBeVisible();
  expect(onDone).not.toHaveBeenCalled();
  await userEvent.fill(second?.field as HTMLElement, second?.group ?? "");
  expect(kitSaved).not.toHaveBeenCalled();
  await saved.click();
  await expect.poll(() => onDone.mock.calls.length).toBe(1);
  expect(kitSaved).toHaveBeenCalledExactlyOnceWith({ email: "ann@example.com" });
});

it("names its account, and while it is shown the browser asks before the page is left (A-2, A-14)", async () => {
  await open();
  await expect.element(page.getByText("ann@example.com").first()).toBeVisible();
  const leaving = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
});

it("asks before it is closed without that, and then it is kept for another time (A-2)", async () => {
  const { onDone, kitSaved } = await open();
  await userEvent.keyboard("{Escape}");
  await expect.element(question).toHaveTextContent("everything you saved is lost");
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(onDone).not.toHaveBeenCalled();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await question.getByRole("button", { name: "Close anyway" }).click();
  await expect.poll(() => onDone.mock.calls.length).toBe(1);
  expect(kitSaved).not.toHaveBeenCalled();
});

/** What a phone would read of a code drawn as one path. */
function readPath(svg: SVGSVGElement | null): string | undefined {
  const [, , size = 0] = (svg?.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const canvas = new OffscreenCanvas(size * 6, size * 6);
  const draw = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
  draw.fillStyle = "white";
  draw.fillRect(0, 0, canvas.width, canvas.height);
  draw.scale(6, 6);
  draw.fillStyle = "black";
  draw.fill(new Path2D(svg?.querySelector("path")?.getAttribute("d") ?? ""));
  const { data, width, height } = draw.getImageData(0, 0, canvas.width, canvas.height);
  return jsQR(data, width, height)?.data;
}

describe("on paper", () => {
  const media = (name: string) => cdp().send("Emulation.setEmulatedMedia", { media: name });
  afterEach(() => media(""));
  const paper = page.getByTestId("kit-paper");

  it("has the key, whose it is, where, since when, room for the master password, and what to do; nothing else of the page", async () => {
    await open();
    await expect.element(paper).not.toBeVisible();
    await media("print");
    await expect.element(paper).toBeVisible();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    const text = paper.element().textContent ?? "";
    for (const group of GROUPS) expect(text).toContain(group);
    expect(text).toContain("ann@example.com");
    expect(text).toContain(window.location.origin);
    expect(text).toMatch(/Made on[A-Z][a-z]{2} \d{1,2}, 20\d\d/);
    for (const words of ["Master password", "By hand", "What to do with this page", "If you forget your master password"])
      expect(text).toContain(words);
  });

  it("the code that is scanned says the key, also in the file", async () => {
    await open();
    expect(readPath(document.querySelector("[data-testid=kit-qr]"))).toBe(GROUPS.join("-"));
    const file = recoveryKitHtml({ email: "ann@example.com", recoveryKey: GROUPS.join("-"), origin: "https://vault.example", date: "" });
    const svg = /<svg viewBox="([^"]+)"[^>]*><path d="([^"]+)"/.exec(file);
    const drawn = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    drawn.setAttribute("viewBox", svg?.[1] ?? "");
    drawn.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "path")).setAttribute("d", svg?.[2] ?? "");
    expect(readPath(drawn)).toBe(GROUPS.join("-"));
  });
});
