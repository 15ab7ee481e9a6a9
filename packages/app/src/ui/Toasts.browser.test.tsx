/** Toasts are over nothing that can be pressed, as far as there is room. */
import { notifications } from "@mantine/notifications";
import { afterEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { Retype } from "../account/recovery/Retype.tsx";
import { SecretActions, SecretGroups, SecretPaper } from "../account/recovery/SecretPaper.tsx";
import { fakeClient } from "../testing/fake-client.ts";
import { renderApp } from "../testing/render.tsx";
import { Toasts } from "./Toasts.tsx";
import { toast } from "./toast.ts";

afterEach(async () => {
  notifications.clean();
  document.querySelector("[data-late]")?.remove();
  await page.viewport(1280, 800);
});

/** Of all places where toasts are drawn: the tests' own frame has one too. */
const overlaps = (control: Element): boolean => {
  const box = control.getBoundingClientRect();
  return [...document.querySelectorAll<HTMLElement>("[data-toast]")]
    .filter((one) => one.parentElement?.parentElement?.className.includes("root") || one.closest('[style*="--toast-left"]') !== null)
    .some((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
    });
};

function aButton(label: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.textContent = label;
  button.dataset.late = "";
  Object.assign(button.style, { position: "fixed", bottom: "20px", left: "calc(50% - 90px)", width: "180px", height: "40px" });
  document.body.append(button);
  return button;
}

it.each([
  [1280, 800],
  [360, 640],
])("leaves free the button at the foot of a dialog at %d by %d, also one that comes later", async (width, height) => {
  await page.viewport(width, height);
  await renderApp(<Toasts />, { client: fakeClient({}) });
  toast.failed(new Error("Email verified"), "Email verified");
  await expect.poll(() => document.querySelectorAll('[style*="--toast-left"] [data-toast]').length).toBe(1);
  const create = aButton("Create Profile");
  await expect.poll(() => overlaps(create)).toBe(false);
});

it("leaves free a key that is shown once, on a phone where nothing else is", async () => {
  await page.viewport(360, 740);
  const groups = Array.from({ length: 13 }, (_, index) => `AB${index}D`);
  const asked = [{ label: "Group 2", group: "AB1D" }];
  await renderApp(
    <>
      <SecretPaper
        title="Save your recovery key"
        intro={"Keep it somewhere safe. ".repeat(8)}
        leaving="It is lost"
        onDone={() => undefined}
      >
        <SecretGroups label="Recovery key" testId="key" groups={groups} columns={4} />
        <SecretActions copied="AB" label="Copy recovery key" onDownload={() => undefined} />
        <Retype asked={asked} text="Type it again." action="I have saved it" capitals onDone={() => undefined} />
      </SecretPaper>
      <Toasts />
    </>,
    { client: fakeClient({}) },
  );
  toast.done("Registration successful");
  const shown = () => document.querySelector('[style*="--toast-left"] [data-toast]');
  // It comes from below.
  await expect.poll(() => shown() && getComputedStyle(shown() as Element).opacity).toBe("1");
  const key = await page.getByRole("list", { name: "Recovery key" }).findElement();
  expect(overlaps(key)).toBe(false);
});
