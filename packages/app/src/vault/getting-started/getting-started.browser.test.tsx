/** What the owner of a new coffer meets: ways to fill it, the first steps until they are done, and an example that goes with one click. */
import { Route, Routes } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { anItem, aVault } from "../../testing/sample-items.ts";
import { renderVault } from "../../testing/vault-world.tsx";
import { AllItemsPage } from "../pages/AllItemsPage.tsx";
import { HealthPage } from "../pages/HealthPage.tsx";
import { VaultsPage } from "../pages/VaultsPage.tsx";

const EXAMPLE = aVault("Example");
const [BAKERY, LIBRARY] = [anItem("Corner Bakery", { categoryId: EXAMPLE.id }), anItem("City Library", { categoryId: EXAMPLE.id })];
const OWN = anItem("My own");

type World = NonNullable<Parameters<typeof renderVault>[1]>;
type Features = NonNullable<World["features"]>;

/** @param kept - what the device keeps of the first steps. */
function open({ kept = null, account, transfer, ...world }: World & { readonly kept?: unknown } & Features = {}) {
  const keep = vi.fn(async (_: { readonly place: string; readonly value: unknown }) => undefined);
  const features: Features = {
    account: { hasUnsavedKit: async () => false, ...account },
    transfer: { example: async () => null, ...transfer },
    drafts: { find: async () => kept, keep },
  };
  const screen = (
    <Routes>
      <Route path="/vaults/:vaultId?/:list?" element={<VaultsPage />} />
      <Route path="/all-items" element={<AllItemsPage />} />
      <Route path="/password-health" element={<HealthPage />} />
      <Route path="*" element={null} />
    </Routes>
  );
  return renderVault(screen, { at: "/vaults", features, ...world }).then(({ held }) => ({ held, keep }));
}

const link = (name: string) => page.getByRole("link", { name, exact: true });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const steps = page.getByRole("region", { name: /steps? left$/ });
const address = page.getByTestId("address");
const fill = page.getByRole("heading", { name: "Let’s fill your coffer" });

describe("an empty coffer", () => {
  it.each(["/vaults", "/all-items"])("at %s leads to the import from each browser, and to another program", async (at) => {
    await open({ at });
    await expect.element(fill).toBeVisible();
    for (const name of ["Chrome", "Firefox", "Microsoft Edge", "Safari"]) await expect.element(link(name)).toBeVisible();
    await expect.element(link("Another password manager")).toHaveAttribute("href", "/import");
    await link("Firefox").click();
    await expect.element(address).toHaveTextContent("/import?source=firefox");
  });

  it("still says what the list is", async () => {
    await open({ at: "/all-items" });
    await expect.element(page.getByText("No passwords")).toBeVisible();
    await expect.element(page.getByText("Get started by creating a new password entry.")).toBeVisible();
  });

  it("shows an example when asked, and leads into it", async () => {
    const makeExample = vi.fn(async () => ({ vaultId: EXAMPLE.id, itemIds: [BAKERY.id] }));
    await open({ transfer: { makeExample } });
    await button("Show me an example vault").click();
    await expect.element(address).toHaveTextContent(`/vaults`);
    await expect.poll(() => makeExample.mock.calls.length).toBe(1);
  });

  it("says none of it once something is there", async () => {
    await open({ items: [OWN] });
    await expect.element(link("Unassigned")).toBeVisible();
    await expect.element(fill).not.toBeInTheDocument();
    // At the foot of the sidebar next to the page; the page does not repeat them.
    await expect.element(steps).not.toBeInTheDocument();
  });
});

describe("the vaults of a new account", () => {
  beforeEach(() => page.viewport(900, 800));
  afterEach(() => page.viewport(1280, 800));

  const home = page.getByRole("link", { name: "Home", exact: true });

  it.each(["the steps", "the recovery key", "the example"])(
    "wait until it is known of %s, and are pushed down by nothing",
    async (what) => {
      const coming = Promise.withResolvers<void>();
      const after = async <T,>(name: string, value: T): Promise<T> => {
        if (name === what) await coming.promise;
        return value;
      };
      await renderVault(<VaultsPage />, {
        at: "/vaults",
        items: [OWN],
        vaults: [aVault("Home")],
        features: {
          account: { hasUnsavedKit: () => after("the recovery key", false) },
          transfer: { example: () => after("the example", null) },
          drafts: { find: () => after("the steps", null) },
        },
      });
      await expect.element(page.getByRole("status", { name: "Loading vaults" })).toBeVisible();
      await expect.element(home).not.toBeInTheDocument();
      coming.resolve();
      await expect.element(home).toBeVisible();
      await expect.element(steps).toBeVisible();
    },
  );

  it("are shown and stay where nothing can be found out", async () => {
    const refused = vi.fn(() => Promise.reject(new Error("not now")));
    await open({ items: [OWN], vaults: [aVault("Home")], account: { hasUnsavedKit: refused }, transfer: { example: refused } });
    await expect.element(home).toBeVisible();
    const { length } = refused.mock.calls;
    await new Promise((resolve) => setTimeout(resolve, 300));
    await expect.element(home).toBeVisible();
    expect(refused.mock.calls.length).toBe(length);
  });
});

/** Below the vaults, where there is no sidebar next to the page. */
describe("the first steps", () => {
  beforeEach(() => page.viewport(900, 800));
  afterEach(() => page.viewport(1280, 800));

  it("count what is done, and lead to what is not", async () => {
    await open({ items: [OWN] });
    await expect.element(steps).toHaveAccessibleName("Two steps left");
    await expect.element(page.getByRole("progressbar", { name: "First steps" })).toHaveAttribute("value", "2");
    await expect.element(link("Bring your passwords")).not.toBeInTheDocument();
    await expect.element(link("Mend weak spots")).toHaveAttribute("href", "/password-health");
    await link("Set up two-factor").click();
    await expect.element(address).toHaveTextContent("/mfa-setup");
  });

  it("do not take an example for the user's own, nor a recovery key that was only shown for one that was put away", async () => {
    const example = async () => ({ vaultId: EXAMPLE.id, itemIds: [BAKERY.id] });
    await open({ items: [BAKERY], vaults: [EXAMPLE], transfer: { example }, account: { hasUnsavedKit: async () => true } });
    await expect.element(steps).toHaveAccessibleName("Four steps left");
  });

  it("do not count what others share as the user's own", async () => {
    const theirs = anItem("Theirs", { isOwner: false, permission: "read", sharedBy: "bob@example.com" });
    await open({ items: [theirs], vaults: [aVault("Home")] });
    await expect.element(steps).toHaveAccessibleName("Three steps left");
    await expect.element(link("Bring your passwords")).toBeVisible();
  });

  it("know that nothing was left to mend, and are gone once they are hidden", async () => {
    const { keep } = await open({ items: [OWN], kept: { hasMended: true } });
    await expect.element(steps).toHaveAccessibleName("One step left");
    await button("Hide the first steps").click();
    await expect.element(steps).not.toBeInTheDocument();
    expect(keep.mock.calls).toEqual([[{ place: "first-steps", value: { hasMended: true, isDismissed: true } }]]);
  });

  it("stay hidden", async () => {
    await open({ items: [OWN], kept: { isDismissed: true } });
    await expect.element(link("Unassigned")).toBeVisible();
    await expect.element(steps).not.toBeInTheDocument();
  });

  it("keep what an earlier version had done once Health was opened", async () => {
    await open({ items: [OWN], kept: { hasSeenHealth: true } });
    await expect.element(steps).toHaveAccessibleName("One step left");
  });

  it("are not done by a look at the page of Health", async () => {
    const { keep } = await open({ items: [OWN], at: "/password-health" });
    await expect.element(page.getByRole("heading", { name: "Health" })).toBeVisible();
    expect(keep).not.toHaveBeenCalled();
  });
});

describe("the example", () => {
  const world = (items = [BAKERY, LIBRARY, OWN], at = "/vaults") => {
    const removeExample = vi.fn(async () => undefined);
    const example = async () => ({ vaultId: EXAMPLE.id, itemIds: [BAKERY.id, LIBRARY.id] });
    return { removeExample, items, vaults: [EXAMPLE, aVault("Home")], at, transfer: { example, removeExample } };
  };

  it.each(["/vaults", `/vaults/${EXAMPLE.id}`])("goes with one click at %s", async (at) => {
    const { removeExample, ...rest } = world(undefined, at);
    await open(rest);
    await button("Remove the example").click();
    await expect.element(page.getByText("The example was removed")).toBeVisible();
    expect(removeExample.mock.calls).toEqual([[{ vaultId: EXAMPLE.id }]]);
    await expect.element(address).toHaveTextContent(/^\/vaults$/);
  });

  it("names what was changed in it before it goes, and stays when that is not wanted", async () => {
    const { removeExample, ...rest } = world([{ ...BAKERY, updatedAt: BAKERY.updatedAt + 1 }, LIBRARY, OWN]);
    await open(rest);
    await button("Remove the example").click();
    await expect.element(page.getByRole("alertdialog")).toHaveTextContent('You have changed "Corner Bakery". It goes');
    await expect.element(page.getByRole("alertdialog")).not.toHaveTextContent("City Library");
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    expect(removeExample).not.toHaveBeenCalled();
    await button("Remove the example").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove the example" }).click();
    await expect.poll(() => removeExample.mock.calls.length).toBe(1);
  });

  it("is said where it is, and in no other vault", async () => {
    const { removeExample, ...rest } = world();
    await open({ ...rest, at: `/vaults/${rest.vaults[1]?.id}` });
    await expect.element(page.getByRole("heading", { name: "Home" })).toBeVisible();
    await expect.element(button("Remove the example")).not.toBeInTheDocument();
    expect(removeExample).not.toHaveBeenCalled();
  });
});
