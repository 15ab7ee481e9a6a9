/** How custom fields are shown: what can be copied, what is hidden, and what a yes or no reads as. */

import { kindOf } from "@coffer/core/items/kinds";
import { type CustomField, writeCustomFields } from "@coffer/core/items/structured-fields";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { fakeClient } from "../../testing/fake-client.ts";
import { renderApp } from "../../testing/render.tsx";
import { anItem } from "../../testing/sample-items.ts";
import { CustomRows } from "./CustomRows.tsx";

const FIELDS: readonly CustomField[] = [
  { label: "Customer", type: "text", value: "4711", section: "" },
  { label: "PIN", type: "hidden", value: "0815", section: "" },
  { label: "Newsletter", type: "boolean", value: "true", section: "" },
  { label: "Agent", type: "boolean", value: "false", section: "" },
  { label: "Empty", type: "text", value: "", section: "" },
];

async function show() {
  const value = writeCustomFields(FIELDS);
  const item = anItem("Shop", { fields: { custom_fields: value } });
  const field = kindOf("password").fields.custom_fields;
  if (field === undefined) throw new Error("A password has custom fields");
  await renderApp(<CustomRows item={item} name="custom_fields" field={field} value={value} />, { client: fakeClient({}) });
}
const copy = (label: string) => page.getByRole("button", { name: `Copy ${label} for Shop` });

it("offers to copy a text and a hidden value, and nothing that is empty or a yes or no", async () => {
  await show();
  await expect.element(copy("Customer")).toBeVisible();
  await expect.element(copy("PIN")).toBeVisible();
  for (const label of ["Newsletter", "Agent", "Empty"]) await expect.element(copy(label)).not.toBeInTheDocument();
});

it("writes a yes or no as a word, and hides what is hidden", async () => {
  await show();
  await expect.element(page.getByText("Yes", { exact: true })).toBeVisible();
  await expect.element(page.getByText("No", { exact: true })).toBeVisible();
  await expect.element(page.getByText("0815")).not.toBeInTheDocument();
});
