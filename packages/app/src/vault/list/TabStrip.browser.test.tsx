/** A strip of tabs on a screen that is narrower than it. */
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { fakeClient } from "../../testing/fake-client.ts";
import { renderApp } from "../../testing/render.tsx";
import { TabStrip } from "./TabStrip.tsx";

const TABS = [
  { name: "members", label: "Active Members" },
  { name: "invitations", label: "Pending Invitations" },
  { name: "roles", label: "Roles" },
] as const;

it("brings the tab that was pressed into sight, whole", async () => {
  const strip = (
    <div style={{ width: 300, overflow: "hidden" }} data-testid="screen">
      <TabStrip id="members" label="Team" tabs={TABS} selected="members" onSelect={() => undefined} />
    </div>
  );
  await renderApp(strip, { client: fakeClient({}) });
  const edgeOf = (element: Element): number => element.getBoundingClientRect().right;
  const tab = page.getByRole("tab", { name: "Roles" }).element() as HTMLElement;
  const screen = page.getByTestId("screen").element();
  expect(edgeOf(tab)).toBeGreaterThan(edgeOf(screen));
  // As a finger does it, on the part that is seen.
  tab.click();
  await expect.poll(() => edgeOf(tab)).toBeLessThanOrEqual(edgeOf(screen));
});
