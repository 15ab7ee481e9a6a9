/** What a person meets who may ask about leaked passwords: what leaves the device is said first, nothing is asked before, and no answer is no good news. */
import type { BreachOutcome, Client } from "@coffer/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { anItem } from "../../testing/sample-items.ts";
import { renderVault } from "../../testing/vault-world.tsx";
import { BreachCheck } from "./BreachCheck.tsx";
import { breachCache } from "./breach-cache.ts";

const [SHOP, BANK, NOTE] = [
  anItem("Shop", { saveId: "first" }),
  anItem("Bank"),
  anItem("Wi-Fi", { kind: "note", fields: { name: "Wi-Fi" } }),
];
const SOURCE = { url: "https://leaks.example/range/", host: "leaks.example" };
const CONTENTS = { items: [SHOP, BANK, NOTE], vaults: [] };

beforeEach(() => breachCache.forget());
afterEach(() => breachCache.forget());

type Check = Client["vault"]["checkBreaches"];

async function open(outcome: BreachOutcome | Check, source: typeof SOURCE | null = SOURCE) {
  const checkBreaches = vi.fn<Check>(typeof outcome === "function" ? outcome : async () => outcome);
  const breachSource = vi.fn(async () => source);
  await renderVault(<BreachCheck contents={CONTENTS} />, { ...CONTENTS, verbs: { breachSource, checkBreaches } });
  return { checkBreaches, breachSource };
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const none = { seen: new Map(), failed: [] };

describe("before", () => {
  it("nothing is said or asked where the operator offers no list", async () => {
    const { breachSource, checkBreaches } = await open(none, null);
    await expect.poll(() => breachSource.mock.calls.length).toBe(1);
    await expect.element(page.getByText("Leaked passwords")).not.toBeInTheDocument();
    expect(checkBreaches).not.toHaveBeenCalled();
  });

  it("it is said what leaves the device and to whom, and nothing does until the button is pressed", async () => {
    const { checkBreaches } = await open(none);
    await expect.element(page.getByText(/5 of 40 characters are sent to leaks\.example/)).toBeVisible();
    expect(checkBreaches).not.toHaveBeenCalled();
    await button("Check 2 passwords").click();
    await expect.poll(() => checkBreaches.mock.calls.map(([{ source, ids }]) => [source, ids])).toEqual([[SOURCE, [SHOP.id, BANK.id]]]);
  });
});

describe("after", () => {
  it("says how many leaked, and asks of them no more", async () => {
    await open({ seen: new Map([[SHOP.id, 3]]), failed: [] });
    await button("Check 2 passwords").click();
    await expect.element(page.getByText("2 passwords checked: 1 is in the list.")).toBeVisible();
    await expect.element(page.getByRole("button")).not.toBeInTheDocument();
    expect(breachCache.of([SHOP, BANK]).seen).toEqual([
      [SHOP.id, 3],
      [BANK.id, 0],
    ]);
    expect(breachCache.of([{ ...SHOP, revision: 2 }]).unknown).toHaveLength(1);
    // After a repair another save may have the same number.
    expect(breachCache.of([{ ...SHOP, saveId: "another" }]).unknown).toHaveLength(1);
  });

  it("says of what was not answered that it is not known, and offers to ask again", async () => {
    await open({ seen: new Map([[SHOP.id, 0]]), failed: [BANK.id] });
    await button("Check 2 passwords").click();
    await expect
      .element(page.getByRole("alert"))
      .toHaveTextContent("1 password could not be checked: leaks.example gave no usable answer.");
    await expect.element(page.getByText("1 password checked: none is in the list.")).toBeVisible();
    await expect.element(button("Check 1 password")).toBeVisible();
  });

  it("nothing answered is no result at all", async () => {
    await open({ seen: new Map(), failed: [SHOP.id, BANK.id] });
    await button("Check 2 passwords").click();
    await expect.element(page.getByRole("alert")).toHaveTextContent("2 passwords could not be checked");
    await expect.element(page.getByText(/none is in the list/)).not.toBeInTheDocument();
  });

  it("shows how far it is, and stops when asked to", async () => {
    await open(({ onProgress, signal }) => {
      onProgress(1, 2);
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    });
    await button("Check 2 passwords").click();
    await expect.element(page.getByRole("progressbar", { name: "Passwords checked" })).toHaveAttribute("value", "1");
    await button("Stop").click();
    await expect.element(button("Check 2 passwords")).toBeVisible();
    await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  });
});
