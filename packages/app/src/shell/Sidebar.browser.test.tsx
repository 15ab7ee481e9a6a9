/** The main navigation: what it lists for whom, what folds, and how it covers a small page. */
import type { Contents } from "@coffer/client";
import { permissionsWhere } from "@coffer/core/team/permissions";
import { IconFileImport, IconTrash, IconUsers, IconVault } from "@tabler/icons-react";
import { afterEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { PageSearchProvider, usePageSearch } from "../frame/search-context.tsx";
import { type ListedPage, menuFor } from "../frame/sidebar-order.ts";
import { ROUTES as ALL } from "../routes.tsx";
import { ANN } from "../testing/ann.ts";
import { fakeClient } from "../testing/fake-client.ts";
import { renderApp } from "../testing/render.tsx";
import { anItem, aVault } from "../testing/sample-items.ts";
import { MenuDialogHost } from "./menu-dialogs.tsx";
import { Sidebar } from "./Sidebar.tsx";

const ROUTES: readonly ListedPage[] = [
  { path: "/vaults", access: "signed-in", menu: { label: "Vaults", icon: IconVault } },
  { path: "/trash", access: "signed-in", menu: { label: "Trash", icon: IconTrash } },
  { path: "/import", access: "signed-in", menu: { label: "Import File", icon: IconFileImport } },
  { path: "/sharing-center", access: "signed-in", menu: { label: "Sharing Center", icon: IconUsers } },
  { path: "/teams", access: "manage_team", menu: { label: "Manage Members", icon: IconUsers } },
];
const NOTHING: Contents = { items: [], vaults: [] };

interface Given {
  readonly overlay?: boolean;
  readonly opened?: boolean;
  readonly mayManage?: boolean;
  readonly contents?: Contents;
  /** The first steps are not done. */
  readonly isNew?: boolean;
  /** What the vault holds does not come. */
  readonly isWaiting?: boolean;
  readonly at?: string;
}

afterEach(() => localStorage.clear());

const Searched = () => <output data-testid="searched">{usePageSearch().text}</output>;

async function open({
  overlay = false,
  opened = false,
  mayManage = false,
  contents = NOTHING,
  isNew = false,
  isWaiting = false,
  at = "/trash",
}: Given = {}) {
  const onClose = vi.fn();
  const session = { ...ANN, permissions: { ...ANN.permissions, manage_team: mayManage } };
  const client = fakeClient({
    session,
    account: { hasUnsavedKit: async () => isNew },
    drafts: { find: async () => ({ isDismissed: !isNew }) },
    transfer: { example: async () => null },
    vault: isWaiting
      ? { contents: () => null, local: async () => null, pull: () => new Promise(() => undefined) }
      : { contents: () => contents, pull: async () => contents },
  });
  const sidebar = (
    <>
      <Sidebar routes={ROUTES} overlay={overlay} opened={opened} onClose={onClose} />
      <MenuDialogHost />
      <Searched />
    </>
  );
  await renderApp(<PageSearchProvider>{sidebar}</PageSearchProvider>, { client, at });
  return { onClose };
}

const link = (name: string) => page.getByRole("link", { name });

it("lists the pages the user may see, marks the open one, and leads to the others", async () => {
  await open();
  await expect.element(link("Trash")).toHaveAttribute("aria-current", "page");
  await expect.element(link("Manage Members")).not.toBeInTheDocument();
  await link("Import File").click();
  await expect.element(page.getByTestId("address")).toHaveTextContent("/import");
});

it("lists what a permission opens to those who have it", async () => {
  await open({ mayManage: true });
  await expect.element(page.getByRole("heading", { name: "Team Management" })).toBeVisible();
  await expect.element(link("Manage Members")).toBeVisible();
});

it("lists the vaults by name, each with its number of items, and leads into them", async () => {
  const vaults = ["Work", "Home"].map((name) => aVault(name));
  const items = [anItem("Shop", { categoryId: vaults[0]?.id ?? null }), anItem("Forum")];
  await open({ contents: { items, vaults } });
  const names = page.getByRole("heading", { name: "My vaults" });
  await expect.element(names).toBeVisible();
  const listed = () => [...document.querySelectorAll("nav a[href^='/vaults/']")].map(({ textContent }) => textContent);
  await expect.poll(listed).toEqual(["Home0", "Work1"]);
  await page.getByRole("link", { name: "Work", exact: true }).click();
  await expect.element(page.getByTestId("address")).toHaveTextContent(`/vaults/${vaults[0]?.id}`);
});

it("lists vaults of others by themselves and says whose each is, also where two are called alike", async () => {
  const theirs = aVault("Home", { isOwner: false, permission: "read", sharedBy: "bob@example.com" });
  await open({ contents: { items: [anItem("Telly", { categoryId: theirs.id, isOwner: false })], vaults: [theirs, aVault("Home")] } });
  const under = (heading: string) => page.getByRole("heading", { name: heading }).element().parentElement?.querySelector("ul")?.textContent;
  await expect.element(page.getByRole("heading", { name: "Shared with me" })).toBeVisible();
  expect([under("My vaults"), under("Shared with me")]).toEqual(["Home0", "Home by bob@example.com1"]);
  await page.getByRole("link", { name: "Home by bob@example.com", exact: true }).click();
  await expect.element(page.getByTestId("address")).toHaveTextContent(`/vaults/${theirs.id}`);
});

it("has no heading for vaults of others where there are none", async () => {
  await open({ contents: { items: [], vaults: [aVault("Home")] } });
  await expect.element(page.getByRole("heading", { name: "My vaults" })).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Shared with me" })).not.toBeInTheDocument();
});

it("lists the tags that most items carry, and searches All Items for them without a word in the address", async () => {
  const tagged = (title: string, ...tags: string[]) => anItem(title, { fields: { tags: JSON.stringify(tags) } });
  await open({ contents: { items: [tagged("Shop", "daily"), tagged("Forum", "Old things", "daily")], vaults: [] } });
  const listed = () => [...document.querySelectorAll("nav a[href='/all-items']")].map(({ textContent }) => textContent);
  await expect.poll(listed).toEqual(["daily", "Old things"]);
  await link("Old things").click();
  await expect.element(page.getByTestId("address")).toHaveTextContent(/^\/all-items$/);
  await expect.element(page.getByTestId("searched")).toHaveTextContent('tag:"Old things"');
});

it("names no more vaults than can be looked over, and says nothing of them where there are none", async () => {
  await open({ contents: { items: [], vaults: Array.from({ length: 12 }, (_, number) => aVault(`Vault ${number}`)) } });
  await expect.poll(() => document.querySelectorAll("nav a[href^='/vaults/']").length).toBe(8);
});

it("has the next of the first steps on one line at its foot, and leads to where it is done", async () => {
  await open({ isNew: true, contents: { items: [anItem("Shop")], vaults: [] } });
  const steps = page.getByRole("region", { name: "Three steps left" });
  await expect.element(steps.getByRole("progressbar", { name: "First steps" })).toHaveAttribute("value", "1");
  expect(steps.getByRole("link").elements()).toHaveLength(1);
  expect(steps.element().getBoundingClientRect().height).toBeLessThan(48);
  await steps.getByRole("link", { name: "Save your recovery key" }).click();
  await expect.element(page.getByTestId("address")).toHaveTextContent("/settings");
});

it("has the vaults, import, export and the next step in one screen at 1280 x 800, however many vaults there are", async () => {
  const vaults = Array.from({ length: 12 }, (_, number) => aVault(`Vault ${number}`));
  await page.viewport(1280, 800);
  await open({ isNew: true, mayManage: true, contents: { items: [anItem("Shop")], vaults } });
  for (const name of ["Vaults", "Trash", "Import File", "Manage Members", "Save your recovery key", "Sharing Center"])
    await expect.element(page.getByRole("link", { name, exact: true })).toBeInViewport({ ratio: 0.99 });
  await expect.element(page.getByRole("button", { name: "Export File" })).toBeInViewport({ ratio: 0.99 });
});

it("keeps the next step in sight in a low window", async () => {
  const vaults = Array.from({ length: 12 }, (_, number) => aVault(`Vault ${number}`));
  await page.viewport(1280, 640);
  await open({ isNew: true, contents: { items: [anItem("Shop")], vaults } });
  await expect.element(page.getByRole("region", { name: "Three steps left" }).getByRole("link")).toBeInViewport();
  await page.viewport(1280, 800);
});

it("leaves the first steps to the page where it covers the page", async () => {
  await open({ isNew: true, overlay: true, opened: true });
  await expect.element(link("Trash")).toBeVisible();
  await expect.element(page.getByRole("progressbar")).not.toBeInTheDocument();
});

it("folds the additive group away and remembers it", async () => {
  await open();
  const fold = page.getByRole("button", { name: "Library" });
  await expect.element(fold).toHaveAttribute("aria-expanded", "true");
  await fold.click();
  await expect.element(link("Trash")).not.toBeInTheDocument();
  expect(localStorage.getItem("sidebar-library")).toBe("off");
  await fold.click();
  await expect.element(link("Trash")).toBeVisible();
});

it("opens the export over the current page", async () => {
  await open();
  await page.getByRole("button", { name: "Export File" }).click();
  await expect.element(page.getByRole("dialog", { name: "Export File" })).toBeVisible();
  await expect.element(page.getByTestId("address")).toHaveTextContent("/trash");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

it("over a small page it takes the focus and closes with Escape, with a click next to it, and with every link", async () => {
  const { onClose } = await open({ overlay: true, opened: true });
  await expect.element(page.getByRole("link", { name: /Coffer/ })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await page.getByTestId("sidebar-backdrop").click({ position: { x: 600, y: 300 } });
  await link("Vaults").click();
  expect(onClose).toHaveBeenCalledTimes(3);
});

it("cannot be reached while it is out of sight", async () => {
  await open({ overlay: true });
  expect(document.getElementById("sidebar")?.inert).toBe(true);
});

it("in a low window shows what is below the vaults with them, so that nothing jumps, and does not wait long", async () => {
  await page.viewport(1280, 640);
  await open({ isWaiting: true });
  await expect.element(link("Trash")).toBeVisible();
  expect(page.getByText("Import File").element().checkVisibility({ visibilityProperty: true })).toBe(false);
  await expect.element(link("Import File"), { timeout: 4_000 }).toBeVisible();
  await page.viewport(1280, 800);
});

it("brings the entry of the current page into sight, in a window that is too low for all", async () => {
  const { innerWidth: width, innerHeight: height } = window;
  await page.viewport(1280, 320);
  await open({ at: "/import", contents: { items: [], vaults: Array.from({ length: 8 }, (_, number) => aVault(`Vault ${number}`)) } });
  await expect.poll(() => link("Import File").element().getBoundingClientRect().bottom).toBeLessThanOrEqual(320);
  await page.viewport(width, height);
});

it("keeps that entry in sight when the first steps come, which are known later and cover what was there", async () => {
  const { innerWidth: width, innerHeight: height } = window;
  await page.viewport(1280, 640);
  const vaults = Array.from({ length: 8 }, (_, number) => aVault(`Vault ${number}`));
  await open({ at: "/import", isNew: true, contents: { items: [], vaults } });
  const steps = page.getByRole("region", { name: /steps? left/ });
  await expect.element(steps).toBeVisible();
  const bottom = (): number => link("Import File").element().getBoundingClientRect().bottom;
  await expect.poll(() => bottom() <= steps.element().getBoundingClientRect().top).toBe(true);
  await page.viewport(width, height);
});

it("stays where it is on a page whose entry is pinned, which is in sight anyway: the brand is not scrolled away", async () => {
  const { innerWidth: width, innerHeight: height } = window;
  await page.viewport(1280, 500);
  await open({
    at: "/sharing-center",
    contents: { items: [], vaults: Array.from({ length: 8 }, (_, number) => aVault(`Vault ${number}`)) },
  });
  await expect.element(link("Vault 0")).toBeVisible();
  await expect.element(link("Sharing Center")).toBeInViewport();
  expect(document.getElementById("sidebar")?.scrollTop).toBe(0);
  await page.viewport(width, height);
});

it("keeps its place until it is known whose it is, so that the page next to it does not jump", async () => {
  const sidebar = (
    <div style={{ display: "flex" }}>
      <Sidebar routes={ROUTES} overlay={false} opened={false} onClose={() => undefined} />
      <p>The page</p>
    </div>
  );
  await renderApp(sidebar, { client: fakeClient({ session: null }) });
  await expect.element(page.getByText("The page")).toBeVisible();
  await expect.element(page.getByRole("navigation")).not.toBeInTheDocument();
  expect(page.getByText("The page").element().getBoundingClientRect().left).toBeGreaterThan(200);
});

it("every page that has an entry for the sidebar is in its order", () => {
  const everything = permissionsWhere(() => true);
  const listed = menuFor(ALL, everything).flatMap(({ links }) => links.map(({ to }) => to));
  expect(listed.toSorted()).toEqual(ALL.flatMap(({ path, menu }) => (menu ? [path] : [])).toSorted());
});
