/** The number next to "Health", and the check of the vault that runs by itself. */
import type { Item } from "@coffer/core/items/item";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { unsaved } from "../../frame/unsaved.ts";
import { anItem } from "../../testing/sample-items.ts";
import { renderVault } from "../../testing/vault-world.tsx";
import { useFindings } from "../item/findings.ts";
import { HealthPage } from "../pages/HealthPage.tsx";
import { useFavourite } from "../queries.ts";
import { HealthCount } from "./HealthCount.tsx";

const WEAK = anItem("Shop", { fields: { username: "ann", password: "Tr3e!" } });
const counted = page.getByTestId("counted");
const QUIET_MS = 800;
const counter = (
  <p data-testid="counted">
    <HealthCount quietMs={QUIET_MS} />
  </p>
);
const looking = () => vi.fn(async ({ take }: { take: (items: readonly [typeof WEAK]) => void }) => take([WEAK]));

/** As a list says it. */
const Said = () => <p data-testid="said">{[...useFindings().values()].flat().map(({ finding }) => finding)}</p>;

const Star = () => {
  const { mutate } = useFavourite();
  return (
    <button type="button" onClick={() => mutate({ id: WEAK.id, favourite: true })}>
      Star
    </button>
  );
};

it("looks once the vault has stood for a while, not before; lists say what is found, and a star is no reason to look again", async () => {
  const examine = looking();
  const list = (
    <>
      {counter}
      <Said />
      <Star />
    </>
  );
  await renderVault(list, { items: [WEAK], verbs: { examine } });
  await expect.element(counted).toBeInTheDocument();
  await new Promise((resume) => setTimeout(resume, QUIET_MS / 4));
  expect(examine).not.toHaveBeenCalled();
  await expect.element(counted).toHaveTextContent("");
  await expect.element(page.getByTestId("said"), { timeout: 15_000 }).toHaveTextContent("weak");
  await expect.element(counted).toHaveTextContent("1");
  await page.getByRole("button", { name: "Star" }).click();
  await new Promise((resume) => setTimeout(resume, 2 * QUIET_MS));
  expect(examine).toHaveBeenCalledTimes(1);
});

const DONE = { place: "first-steps", value: { hasMended: true, isDismissed: false } };

/** Through the eyes of the first steps. @param items - what the vault holds */
async function lookedAt(...items: readonly Item[]) {
  const keep = vi.fn(async () => undefined);
  const examine = vi.fn(async ({ take }: { take: (examined: readonly Item[]) => void }) => take(items));
  await renderVault(counter, { items: [...items], verbs: { examine }, features: { drafts: { find: async () => null, keep } } });
  await expect.poll(() => examine.mock.calls.length).toBe(1);
  return keep;
}

it("counts an item once, and only what is to be done now; with the first of them mended a first step is done", async () => {
  const aYearAgo = Date.now() - 400 * 86_400_000;
  const old = anItem("Bank", { fields: { username: "ann", password: "vT9#qLm2-Wz!x6KpR" }, createdAt: aYearAgo, updatedAt: aYearAgo });
  const keep = await lookedAt(old);
  await expect.poll(() => keep.mock.calls, { timeout: 15_000 }).toEqual([[DONE]]);
  expect(counted.element().textContent).toBe("");
});

it("takes an empty vault for no mended one", async () => {
  const keep = await lookedAt();
  await new Promise((resume) => setTimeout(resume, QUIET_MS));
  expect(keep).not.toHaveBeenCalled();
});

it("leaves the first step open while something is to be mended now", async () => {
  // Weak and reused: two findings in each of two items.
  const keep = await lookedAt(WEAK, anItem("Forum", { fields: { username: "ann", password: "Tr3e!" } }));
  await expect.element(counted, { timeout: 15_000 }).toHaveTextContent(/^2$/);
  expect(keep).not.toHaveBeenCalled();
});

it("says what the page has found", async () => {
  const examine = looking();
  const both = (
    <>
      {counter}
      <HealthPage />
    </>
  );
  await renderVault(both, { items: [WEAK], verbs: { examine } });
  await expect.element(counted).toHaveTextContent("1");
  expect(examine).toHaveBeenCalledTimes(1);
});

it("does not look while an import is under way", async () => {
  const examine = looking();
  const release = unsaved.hold(false);
  try {
    await renderVault(counter, { items: [WEAK], verbs: { examine } });
    await new Promise((resume) => setTimeout(resume, 2 * QUIET_MS));
    expect(examine).not.toHaveBeenCalled();
  } finally {
    release();
  }
  await expect.element(counted).toHaveTextContent("1");
  expect(examine).toHaveBeenCalledTimes(1);
});
