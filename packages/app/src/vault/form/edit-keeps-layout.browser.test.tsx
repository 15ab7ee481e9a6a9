/** Turning from looking to editing moves no field aside: the same row in the same column, with an input where the value stood, below the title that is typed now. */
import { blankDraft, type FieldValues } from "@coffer/core/items/item";
import { KIND_NAMES, type KindName, kindOf } from "@coffer/core/items/kinds";
import { afterEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { anItem } from "../../testing/sample-items.ts";
import { renderVault } from "../../testing/vault-world.tsx";
import { KindPage } from "../pages/KindPage.tsx";

/** Of a picture that is drawn between two pixels. */
const TOLERANCE_PX = 0.6;

/** A value in everything the form lets one type as one text. */
const filled = (kind: KindName): FieldValues => ({
  ...blankDraft(kind).fields,
  ...kindOf(kind).sample,
  ...(kindOf(kind).fields.notes?.hidden ? {} : { notes: "One line" }),
});

interface Place {
  readonly label: string;
  readonly row: DOMRect;
  readonly name: DOMRect;
  readonly value: DOMRect;
}

/** Every row of the dialog, with where its label and its value are drawn. */
function places(dialog: Element): Place[] {
  return [...dialog.querySelectorAll("[data-field-row]")].flatMap((row) => {
    const [name, value] = row.firstElementChild?.children ?? [];
    if (!name || !value) return [];
    const shown = value.querySelector("input, textarea") ?? value;
    return [
      {
        label: row.getAttribute("data-field-row") ?? "",
        row: row.getBoundingClientRect(),
        name: name.getBoundingClientRect(),
        value: shown.getBoundingClientRect(),
      },
    ];
  });
}

afterEach(() => page.viewport(1280, 800));

const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= TOLERANCE_PX;

/** A sheet over the list, and a pane next to it. */
const WIDTHS = [1100, 1400] as const;

it.each(KIND_NAMES.flatMap((kind) => WIDTHS.map((width) => [kind, width] as const)))("of kind %s at %i px", async (kind, width) => {
  await page.viewport(width, 1400);
  const { title, page: at, words } = kindOf(kind);
  const item = anItem("", { kind, fields: { ...filled(kind), [title]: "Shop" } });
  await renderVault(<KindPage kind={kind} />, { items: [item], at: `${at}?item=${item.id}` });
  const detail = page.getByRole("dialog", { name: "Shop" });
  const edit = detail.getByRole("button", { name: "Edit", exact: true });
  await expect.element(edit).toBeVisible();
  await expect.poll(() => places(detail.element()).length).toBeGreaterThan(0);
  const before = places(detail.element());
  await edit.click();
  const form = page.getByRole("dialog", { name: words.edit });
  await expect.element(form.getByRole("textbox").first()).toBeVisible();
  const after = places(form.element());

  const moved = before.flatMap(({ label, row, name, value }) => {
    const now = after.find((place) => place.label === label);
    if (!now) return [`${label}: gone`];
    const pairs: [string, number, number][] = [
      ["left", row.left, now.row.left],
      ["width", row.width, now.row.width],
      ["label down", name.top - row.top, now.name.top - now.row.top],
      ["label right", name.left - row.left, now.name.left - now.row.left],
      ["value down", value.top - row.top, now.value.top - now.row.top],
      ["value right", value.left - row.left, now.value.left - now.row.left],
    ];
    return pairs.filter(([, was, is]) => !isNear(was, is)).map(([what, was, is]) => `${label}: ${what} ${was} → ${is}`);
  });
  expect(moved).toEqual([]);
  // The title takes the place of the name, and the vault is below it.
  const [first] = before;
  const down = (after.find(({ label }) => label === first?.label)?.row.top ?? 0) - (first?.row.top ?? 0);
  expect(down).toBeGreaterThanOrEqual(0);
  expect(down).toBeLessThan(100);
});

it("has a line between any two fields of a group, and the rows keep their place whichever has one", async () => {
  await renderVault(<KindPage kind="password" />, { items: [], at: "/passwords" });
  await page
    .getByRole("button", { name: kindOf("password").words.create })
    .first()
    .click();
  const form = page.getByRole("dialog", { name: kindOf("password").words.create });
  await expect.element(form.getByRole("textbox").first()).toBeVisible();
  const lines = ["Password", "One-time code", "Website URL"].map((label) => {
    const row = form.element().querySelector(`[data-field-row="${label}"]`);
    return row ? getComputedStyle(row).borderTopColor : null;
  });
  expect(new Set(lines).size).toBe(1);
  expect(lines[0]).not.toMatch(/, 0\)$/);
});
