/** The bar above a page: its search, the theme, and the menu of the account. */

import type { Client } from "@coffer/client";
import { AppError } from "@coffer/contract/errors";
import { IconSettings } from "@tabler/icons-react";
import { afterEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type Commands, CommandsContext } from "../frame/commands.ts";
import { PageSearchProvider, usePageSearch } from "../frame/search-context.tsx";
import { ANN } from "../testing/ann.ts";
import type { PartOf } from "../testing/fake-client.ts";
import { fakeClient } from "../testing/fake-client.ts";
import { noConnection } from "../testing/no-connection.ts";
import { renderApp } from "../testing/render.tsx";
import { Header } from "./Header.tsx";

const ROUTES = [{ path: "/settings", access: "signed-in", userMenu: { label: "Settings", icon: IconSettings } }] as const;
const NOTHING = { items: [], vaults: [] };

afterEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
});

async function open(account: PartOf<Client["account"]> = {}) {
  const commands: Commands = {
    add: vi.fn(),
    openPalette: vi.fn(),
    openHelp: vi.fn(),
    showServerView: vi.fn(),
    goBackInTime: vi.fn(),
    share: vi.fn(),
    generating: false,
    setGenerating: vi.fn(),
  };
  const client = fakeClient({
    session: ANN,
    account: { profiles: async () => [], ...account },
    vault: { contents: () => NOTHING, pull: async () => NOTHING },
  });
  const header = (
    <CommandsContext value={commands}>
      <PageSearchProvider>
        <Header routes={ROUTES} overlay={false} sidebarOpened={false} onSidebar={() => undefined} />
        <Shown />
      </PageSearchProvider>
    </CommandsContext>
  );
  await renderApp(header, { client, at: "/vaults" });
  return { commands };
}

/** What a page would narrow its list by. */
const Shown = () => <output data-testid="searched">{usePageSearch().text}</output>;
const searched = page.getByTestId("searched");
const search = page.getByRole("textbox", { name: "Search" });

it("leaves the focus where it is: letters are shortcuts on a page that opens", async () => {
  await open();
  await expect.element(search).toBeVisible();
  await expect.element(search).not.toHaveFocus();
});

it("narrows the page by what is typed, and is emptied by its button and by Escape", async () => {
  await open();
  await search.fill("mail");
  // What is looked for in a vault goes to no spelling service and into no memory of a browser.
  await expect.element(search).toHaveAttribute("spellcheck", "false");
  await expect.element(search).toHaveAttribute("autocomplete", "off");
  await expect.element(searched).toHaveTextContent("mail");
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect.element(searched).toHaveTextContent("");
  await search.fill("git");
  await userEvent.keyboard("{Escape}");
  await expect.element(search).toHaveValue("");
  await expect.element(search).not.toHaveFocus();
});

it("hands what is typed to the search of everything", async () => {
  const { commands } = await open();
  await search.fill("mail");
  await page.getByRole("button", { name: "Search everything" }).click();
  expect(commands.openPalette).toHaveBeenCalledWith("mail");
});

it("has the search behind a button where there is little room", async () => {
  await page.viewport(360, 800);
  await open();
  await expect.element(search).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect.element(search).toHaveFocus();
  await search.fill("mail");
  await page.getByRole("button", { name: "Close search" }).click();
  await expect.element(search).not.toBeInTheDocument();
  await expect.element(searched).toHaveTextContent("");
});

it("on a phone has the page's name, the search and the account alone; theme and connection are in the account's menu", async () => {
  await page.viewport(360, 800);
  await open();
  const banner = page.getByRole("banner");
  expect(
    banner
      .getByRole("button")
      .elements()
      .map((button) => button.getAttribute("aria-label")),
  ).toEqual(["Search", "Account"]);
  await account.click();
  await expect.element(menu).toHaveTextContent("Synced");
  await menu.getByRole("button", { name: "Use dark theme" }).click();
  await expect.poll(() => document.documentElement.dataset.mantineColorScheme).toBe("dark");
  await menu.getByRole("button", { name: "Use light theme" }).click();
  await expect.poll(() => document.documentElement.dataset.mantineColorScheme).toBe("light");
});

it("keeps the account's menu open when a phone is turned", async () => {
  await page.viewport(360, 800);
  await open();
  await account.click();
  await expect.element(menu).toBeVisible();
  await page.viewport(800, 360);
  await expect.element(page.getByRole("button", { name: "Use dark theme" })).toBeVisible();
  await expect.element(menu).toBeVisible();
});

it("changes the theme and keeps it", async () => {
  await open();
  await page.getByRole("button", { name: "Use dark theme" }).click();
  await expect.poll(() => document.documentElement.dataset.mantineColorScheme).toBe("dark");
  await page.getByRole("button", { name: "Use light theme" }).click();
  await expect.poll(() => document.documentElement.dataset.mantineColorScheme).toBe("light");
});

const account = page.getByRole("button", { name: "Account" });
const menu = page.getByRole("dialog", { name: "Account" });

it("says who is signed in, lists the profiles and the user's own pages", async () => {
  const profiles = async () => [
    { user_id: ANN.user.id, email: ANN.user.email },
    { user_id: "other", email: "bob@example.com" },
  ];
  await open({ profiles } as PartOf<Client["account"]>);
  await account.click();
  await expect.element(menu).toHaveTextContent(ANN.user.email);
  await expect.element(menu.getByRole("button", { name: "bob@example.com" })).toBeVisible();
  await expect.element(menu.getByLabelText("Current profile")).toBeVisible();
  await menu.getByRole("link", { name: "Settings" }).click();
  await expect.element(page.getByTestId("address")).toHaveTextContent("/settings");
});

it("says that the profiles could not be loaded, and why, and loads them once they can be (A-14)", async () => {
  const profiles = vi.fn<() => Promise<never[]>>().mockRejectedValueOnce(noConnection()).mockResolvedValueOnce([]);
  await open({ profiles });
  await account.click();
  await expect.element(menu.getByRole("alert")).toHaveTextContent("Failed to load profiles. There is no connection to the server.");
  await menu.getByRole("button", { name: "Try again" }).click();
  await expect.element(menu.getByRole("alert")).not.toBeInTheDocument();
});

it("says the words of the menu, not those of the service, when the server fails (A121)", async () => {
  await open({ profiles: () => Promise.reject(new AppError("unexpected", "Failed to fetch profiles")) });
  await account.click();
  await expect.element(menu.getByRole("alert")).toHaveTextContent("Failed to load profiles");
});

it("locks", async () => {
  const lock = vi.fn(async () => undefined);
  await open({ lock });
  await account.click();
  await menu.getByRole("button", { name: "Lock" }).click();
  expect(lock).toHaveBeenCalledTimes(1);
});

it("signs out and goes to the sign-in, also when the server does not answer", async () => {
  await open({ logout: () => Promise.reject(new TypeError("Failed to fetch")) });
  await account.click();
  await menu.getByRole("button", { name: "Logout" }).click();
  await expect.element(page.getByText("Failed to logout")).toBeVisible();
  await expect.element(page.getByTestId("address")).toHaveTextContent("/login");
});
