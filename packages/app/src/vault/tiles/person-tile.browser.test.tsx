/** Personal details in the grid: who it is, and what is shown where that does not open. */
import { DECRYPTION_FAILED } from "@coffer/core/items/item";
import { beforeEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { anItem } from "../../testing/sample-items.ts";
import { renderVault } from "../../testing/vault-world.tsx";
import { KindPage } from "../pages/KindPage.tsx";

const ME = { name: "Me", title: "Ms", first_name: "Ann", last_name: "Lee", email_address: "ann@example.com", phone: "555-0101" };
const open = (more: Parameters<typeof anItem>[1]) =>
  renderVault(<KindPage kind="personal" />, { items: [anItem("", { kind: "personal", fields: ME, ...more })], at: "/personal-details" });

beforeEach(() => page.viewport(1100, 900));

it("says who it is by initials, title and both names, and how to reach them (V125)", async () => {
  await open({});
  await expect.element(page.getByText("Ms Ann Lee")).toBeVisible();
  for (const text of ["AL", "Me", "ann@example.com", "555-0101"]) await expect.element(page.getByText(text, { exact: true })).toBeVisible();
});

it("makes neither initials nor a name of a person out of what did not open", async () => {
  const fields = Object.fromEntries(Object.keys(ME).map((field) => [field, DECRYPTION_FAILED]));
  await open({ state: "tampered", fields });
  await expect.element(page.getByText("?", { exact: true })).toBeVisible();
  expect(page.getByText(`${DECRYPTION_FAILED} ${DECRYPTION_FAILED}`).elements()).toEqual([]);
  expect(page.getByText("((").elements()).toEqual([]);
});
