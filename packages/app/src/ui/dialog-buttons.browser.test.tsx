/** Which answer stands out, and that what cannot be undone has red words in both themes. */
import { afterEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { fakeClient } from "../testing/fake-client.ts";
import { renderApp } from "../testing/render.tsx";
import { DangerButton } from "./DangerButton.tsx";
import { confirmClose } from "./form/confirm-close.ts";

const theme = (name: string) => document.documentElement.setAttribute("data-mantine-color-scheme", name);
afterEach(() => theme("light"));

const client = fakeClient({});
const button = (name: string) => page.getByRole("button", { name, exact: true });
const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** A colour of the palette as the browser says it of an element. */
function asDrawn(color: string): string {
  const probe = document.createElement("i");
  probe.style.color = color;
  document.body.append(probe);
  const drawn = getComputedStyle(probe).color;
  probe.remove();
  return drawn;
}
const lookOf = async (name: string) => getComputedStyle(await button(name).findElement());

it("of a form that would be closed unsaved: to keep editing is the button in the accent colour, has the focus and is last", async () => {
  await renderApp(null, { client });
  void confirmClose();
  await expect.element(button("Keep editing")).toHaveFocus();
  expect((await lookOf("Keep editing")).backgroundColor).toBe(asDrawn(token("--accent")));
  expect((await lookOf("Close without saving")).backgroundColor).not.toBe(asDrawn(token("--accent")));
  const [keep, leave] = ["Keep editing", "Close without saving"].map((name) => button(name).element().getBoundingClientRect());
  expect(keep?.left).toBeGreaterThan(leave?.right ?? 0);
});

describe.each(["light", "dark"])("in %s", (name) => {
  it("a quiet button for what cannot be undone has red words", async () => {
    await renderApp(<DangerButton>Empty trash</DangerButton>, { client });
    theme(name);
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    expect((await lookOf("Empty trash")).color).toBe(asDrawn(token("--danger")));
  });
});
