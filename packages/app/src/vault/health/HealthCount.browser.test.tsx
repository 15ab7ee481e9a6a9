/** The number beside "Health": what was found last, and never a reason to open anything. */
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { anItem } from "../../testing/things.ts";
import { renderVault } from "../../testing/vault-world.tsx";
import { HealthPage } from "../pages/HealthPage.tsx";
import { HealthCount } from "./HealthCount.tsx";

const WEAK = anItem("Shop", { fields: { username: "ann", password: "Tr3e!" } });
const counted = page.getByTestId("counted");
const counter = (
  <p data-testid="counted">
    <HealthCount />
  </p>
);
const looking = () => vi.fn(async ({ take }: { take: (items: readonly [typeof WEAK]) => void }) => take([WEAK]));

it("opens nothing while nobody looks at the page", async () => {
  const examine = looking();
  await renderVault(counter, { items: [WEAK], verbs: { examine } });
  await expect.element(counted).toBeInTheDocument();
  await new Promise((resume) => setTimeout(resume, 500));
  expect(examine).not.toHaveBeenCalled();
  await expect.element(counted).toHaveTextContent("");
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
