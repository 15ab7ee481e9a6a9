/** What the page of Health shows: nothing to look at, what was found with what mends it, what is ignored, and that the vault could not be looked at. */
import { withIgnored } from "@coffer/core/health/ignored";
import type { Item } from "@coffer/core/items/item";
import { afterEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { anItem } from "../../testing/sample-items.ts";
import { renderVault } from "../../testing/vault-world.tsx";
import { forgetHealth } from "../health/run-health.ts";
import { HealthPage } from "./HealthPage.tsx";

afterEach(forgetHealth);

const login = (title: string, fields: Record<string, string> = {}): Item =>
  anItem(title, {
    createdAt: Date.now(),
    updatedAt: Date.now(),
    fields: {
      title,
      username: "ann",
      password: `vT9#qLm2-Wz!x6KpR${title}`,
      website_url: `https://${title.toLowerCase()}.example`,
      ...fields,
    },
  });
const WEAK = login("Shop", { password: "short" });
const OPEN = login("News", { website_url: "http://news.example" });
const SOUND = login("Bank");

/** The page opens what it looks at by `examine`; the worker is the real one. */
const open = (items: readonly Item[]) =>
  renderVault(<HealthPage />, {
    items,
    verbs: { examine: async ({ take }) => take(items), breachSource: async () => null },
    at: "/password-health",
  });

const tab = (name: RegExp) => page.getByRole("tab", { name });
const SOME_TIME = { timeout: 10_000 };

describe("Health", () => {
  it("says what to bring where there is nothing to look at", async () => {
    await open([anItem("Wi-Fi", { kind: "note", fields: { name: "Wi-Fi" } })]);
    await expect.element(page.getByText("Nothing to look at yet"), SOME_TIME).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Import File" })).toHaveAttribute("href", "/import");
    await expect.element(page.getByRole("region", { name: "Score" })).not.toBeInTheDocument();
  });

  it("says that all is well only when it is", async () => {
    await open([SOUND]);
    await expect.element(page.getByText("Every login and card that this device holds is in order."), SOME_TIME).toBeVisible();
    await expect.element(page.getByRole("region", { name: "Score" })).toHaveTextContent("100");
  });

  it("shows what was found, the heaviest first, each with what mends it, and the score with how it is made", async () => {
    await open([WEAK, OPEN, SOUND]);
    await expect.element(tab(/^Weak/), SOME_TIME).toHaveAttribute("aria-selected", "true");
    await expect.element(page.getByRole("button", { name: "Change password: Shop" })).toBeVisible();
    const score = page.getByRole("region", { name: "Score" });
    await expect.element(score).toHaveTextContent("Give 1 account a stronger password");
    await expect.element(score).toHaveTextContent("Now1Soon1Good to know0Looked at3");
    await tab(/^Not encrypted/).click();
    await expect.element(page.getByRole("button", { name: "Use https: News" })).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Change password: Shop" })).not.toBeInTheDocument();
    // 0 for the weak one, 60 for the open one, 100 for the sound one.
    await expect.element(page.getByRole("region", { name: "Score" })).toHaveTextContent("53of 100");
    await page.getByText("How the score is made").click();
    await expect.element(page.getByRole("row", { name: /^In a breach/ })).toBeVisible();
  });

  it("shows what is ignored with its reason, apart, and takes nothing off for it", async () => {
    const ignored = login("Shop", { password: "short", ignored_findings: withIgnored("", "weak", "a toy", Date.now()) });
    await open([ignored, SOUND]);
    await expect.element(tab(/^Ignored/), SOME_TIME).toBeVisible();
    await expect.element(tab(/^Weak/)).not.toBeInTheDocument();
    await expect.element(page.getByText("a toy")).toBeVisible();
    await expect.element(page.getByRole("region", { name: "Score" })).toHaveTextContent("100of 100");
  });

  it("says that the vault could not be looked at, and looks again when asked to", async () => {
    let fails = true;
    const items = [WEAK];
    await renderVault(<HealthPage />, {
      items,
      verbs: {
        examine: async ({ take }) => {
          if (fails) throw new TypeError("x is not a function");
          take(items);
        },
        breachSource: async () => null,
      },
    });
    await expect.element(page.getByRole("alert"), SOME_TIME).toHaveTextContent("The vault could not be looked at");
    await expect.element(page.getByRole("region", { name: "Score" })).not.toBeInTheDocument();
    fails = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.element(tab(/^Weak/), SOME_TIME).toBeVisible();
  });
});

describe("what others share", () => {
  const [MINE, THEIRS] = [login("Forum", { password: "short" }), { ...WEAK, isOwner: false, permission: "read" as const }];

  it("is looked at too, and offers nothing that its reader is refused", async () => {
    await open([MINE, THEIRS]);
    await expect.element(page.getByRole("button", { name: "Change password: Forum" }), SOME_TIME).toBeVisible();
    await expect.element(page.getByText("You may only read it")).toBeVisible();
    expect(page.getByRole("button", { name: /^(Change password: Shop|Ignore .* of Shop)/ }).elements()).toEqual([]);
  });
});
