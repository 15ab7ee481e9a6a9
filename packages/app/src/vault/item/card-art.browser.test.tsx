/** A card drawn with what is typed or kept of it: hidden as its field is, and saying when it is over. */
import { blankDraft } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { beforeEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { anItem } from "../../testing/sample-items.ts";
import { renderVault } from "../../testing/vault-world.tsx";
import { KindPage } from "../pages/KindPage.tsx";

const NUMBER = "378282246310005";
const inMonths = (months: number): string => {
  const day = new Date();
  const then = new Date(day.getFullYear(), day.getMonth() + months, 1);
  return `${String(then.getMonth() + 1).padStart(2, "0")}/${String(then.getFullYear() % 100).padStart(2, "0")}`;
};

async function open(expiry = inMonths(30), at = "") {
  const fields = { ...blankDraft("card").fields, name: "Travel", card_number: NUMBER, card_holder_name: "ANN", expiration_date: expiry };
  const card = anItem("", { kind: "card", fields });
  await renderVault(<KindPage kind="card" />, { items: [card], at: at || `/card-details?item=${card.id}` });
  return page.getByRole("dialog", { name: "Travel" });
}
const art = () => document.querySelector<HTMLElement>("[role=dialog] [data-card-art]");

beforeEach(() => page.viewport(1100, 1400));

it("shows whose card it is and of its number the last four, until the field is revealed, and again once it is hidden", async () => {
  const detail = await open();
  await expect.poll(() => art()?.textContent).toContain("American Express");
  expect(art()?.textContent).toContain("•••• •••• •••• 0005");
  expect(art()?.textContent).not.toContain("3782");
  await detail.getByRole("button", { name: "Reveal card number for Travel" }).click();
  await expect.poll(() => art()?.textContent).toContain("3782 822463 10005");
  await detail.getByRole("button", { name: "Hide card number for Travel" }).click();
  await expect.poll(() => art()?.textContent).not.toContain("3782");
});

it("is hidden from screen readers", async () => {
  await open();
  await expect.poll(() => art()?.getAttribute("aria-hidden")).toBe("true");
  expect(art()?.parentElement?.querySelectorAll("[data-card-art][style], [data-card-art] [style]").length).toBe(0);
});

it("follows what is typed", async () => {
  const detail = await open();
  await detail.getByRole("button", { name: "Edit", exact: true }).click();
  const form = page.getByRole("dialog", { name: kindOf("card").words.edit });
  await form.getByRole("textbox", { name: "Card Number" }).fill("5555 5555 5555 4444");
  await form.getByRole("textbox", { name: "Card Holder Name" }).fill("B. Wood");
  await expect.poll(() => art()?.textContent).toContain("5555 5555 5555 4444");
  expect(art()?.textContent).toContain("Mastercard");
  expect(art()?.textContent).toContain("B. Wood");
});

it.each([
  [-2, "Expired"],
  [0, "Expires soon"],
])("of a month %i from now says that it is over, on the card and in the field", async (months, words) => {
  const detail = await open(inMonths(months));
  await expect.poll(() => art()?.textContent).toContain(words);
  const field = detail.element().querySelector('[data-field-row="Expiration Date"]');
  expect(field?.textContent).toContain(words);
});

it("says nothing of one that is good", async () => {
  const detail = await open();
  await expect.poll(() => art()).not.toBeNull();
  await expect.element(detail).not.toHaveTextContent(/Expire(d|s soon)/);
});

it("says it in the list as well", async () => {
  await open(inMonths(-2), "/card-details");
  await expect.element(page.getByRole("article").getByText("Expired")).toBeVisible();
});
