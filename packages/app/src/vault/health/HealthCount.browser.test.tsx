/** The number next to "Health", and the check of the vault that runs by itself. */
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
