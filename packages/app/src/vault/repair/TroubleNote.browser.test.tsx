/** What a person sees while the server is not believed: what happened, what is safe, and the way out, only when they say so. */
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { anItem } from "../../testing/sample-items.ts";
import { seeToast } from "../../testing/toasts.ts";
import { renderVault } from "../../testing/vault-world.tsx";
import { AllItemsPage } from "../pages/AllItemsPage.tsx";
import { TroubleNote } from "./TroubleNote.tsx";

const MESSAGE = "The server sent an older state of your vault.";
const TROUBLE = { code: "rollback", message: MESSAGE, isRepairable: true } as const;

type Verbs = NonNullable<Parameters<typeof renderVault>[1]>["verbs"];
const open = (verbs: Verbs, sharing: { restoreShared: () => Promise<string | null> } = { restoreShared: async () => null }) =>
  renderVault(
    <>
      <TroubleNote />
      <AllItemsPage />
    </>,
    {
      items: [anItem("Bank")],
      verbs: { pull: () => Promise.reject(new Error("refused")), ...verbs },
      features: { sharing },
    },
  );

const note = page.getByRole("region", { name: "State of your vault" }).or(page.getByRole("status", { name: "State of your vault" }));
const dialog = page.getByRole("dialog", { name: "Bring back what this device has" });
const bringBack = page.getByRole("button", { name: "Bring back what this device has" });

/** A client whose server is not believed until it was repaired. */
function troubled(plan: { relation: "behind" | "parted" | "unproven"; onlyHere: number; onlyThere: number }) {
  const done: string[] = [];
  const verbs: Verbs = {
    trouble: async () => (done.length > 0 ? null : TROUBLE),
    planRepair: async () => plan,
    repair: async () => void done.push("repaired"),
  };
  const restoreShared = async () => {
    done.push("what is shared too");
    return "This ended access for dan@example.com. Share again what they should have.";
  };
  return { done, verbs, restoreShared };
}

describe("while the server is not believed", () => {
  it("the page says what happened and what is safe, and shows what this device has", async () => {
    await open({ trouble: async () => TROUBLE });
    await expect.element(note).toHaveTextContent(MESSAGE);
    await expect.element(note).toHaveTextContent("Everything this device has is here and can be read and exported. Saving is paused.");
    await expect.element(page.getByRole("button", { name: "Bank", exact: true })).toBeVisible();
  });

  it("nothing is brought back before it was said what that does, nor when the person thinks better of it", async () => {
    const { done, verbs } = troubled({ relation: "behind", onlyHere: 3, onlyThere: 1 });
    await open(verbs);
    await bringBack.click();
    await expect.element(dialog).toHaveTextContent("The server has gone back to an earlier state");
    await expect.element(dialog).toHaveTextContent("Only on this device, or different here: 3 items");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(done).toEqual([]);
  });

  it("it is brought back once, and the note goes", async () => {
    const { done, verbs, restoreShared } = troubled({ relation: "parted", onlyHere: 1, onlyThere: 1 });
    await open(verbs, { restoreShared });
    await bringBack.click();
    await expect.element(dialog).toHaveTextContent("An item that was changed on both sides is kept twice");
    await expect.element(page.getByRole("button", { name: "Bring it back" })).toBeEnabled();
    await userEvent.keyboard("{Tab}");
    await page.getByRole("button", { name: "Bring it back" }).click();
    await seeToast("Your vault is up to date again");
    await seeToast("This ended access for dan@example.com. Share again what they should have.");
    await expect.element(note).not.toBeInTheDocument();
    expect(done).toEqual(["repaired", "what is shared too"]);
  });

  it("a failure is said in the dialog, which stays", async () => {
    const { verbs } = troubled({ relation: "unproven", onlyHere: 1, onlyThere: 0 });
    await open({ ...verbs, repair: () => Promise.reject(new TypeError("fetch failed")) });
    await bringBack.click();
    await page.getByRole("button", { name: "Bring it back" }).click();
    await expect.element(dialog.getByRole("alert")).toHaveTextContent("Your vault could not be brought back. Nothing was changed.");
  });

  it("what is shared and could not be brought back yet is said in the dialog, which stays for another try", async () => {
    const { verbs } = troubled({ relation: "behind", onlyHere: 1, onlyThere: 0 });
    const left = Object.assign(new Error("Not all of what you share could be brought back yet."), { name: "ClientError" });
    await open(verbs, { restoreShared: () => Promise.reject(left) });
    await bringBack.click();
    await page.getByRole("button", { name: "Bring it back" }).click();
    await expect.element(dialog.getByRole("alert")).toHaveTextContent("Not all of what you share could be brought back yet.");
    await expect.element(page.getByRole("button", { name: "Bring it back" })).toBeEnabled();
  });

  it("a wrong clock is not repaired so", async () => {
    await open({ trouble: async () => ({ ...TROUBLE, code: "future", isRepairable: false }) });
    await expect.element(note).toBeVisible();
    await expect.element(bringBack).not.toBeInTheDocument();
  });
});

it("another device's repair is told until it was read", async () => {
  const dismissRenewal = vi.fn(async () => undefined);
  await open({ trouble: async () => null, renewal: async () => ({ copies: 2 }), dismissRenewal });
  await expect.element(note).toHaveTextContent("2 items that only this device had were added as a copy.");
  expect(dismissRenewal).not.toHaveBeenCalled();
  await page.getByRole("button", { name: "OK" }).click();
  await expect.element(note).not.toBeInTheDocument();
  expect(dismissRenewal).toHaveBeenCalledOnce();
});
