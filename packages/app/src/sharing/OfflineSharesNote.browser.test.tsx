/** That what is shared needs a connection is said only where it is so. */

import { useState } from "react";
import { Link } from "react-router";
import { afterEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { connection } from "../frame/connection.ts";
import { renderVault } from "../testing/vault-world.tsx";
import { Loading } from "../ui/Loading.tsx";
import { PageSkeleton } from "../ui/PageSkeleton.tsx";
import { WithOfflineSharesNote } from "./OfflineSharesNote.tsx";

afterEach(() => connection.found("here"));

const note = page.getByRole("status", { name: "Shared items" });
const PAGE = (
  <WithOfflineSharesNote>
    <Link to="/vaults">The page</Link>
  </WithOfflineSharesNote>
);
const draw = (count: number) => renderVault(PAGE, { features: { sharing: { missingShares: async () => count } } });
/** Whether the note is above the page. */
const isAbove = (): boolean => {
  const link = page.getByRole("link", { name: "The page" }).element();
  return Boolean(link.compareDocumentPosition(note.element()) & Node.DOCUMENT_POSITION_PRECEDING);
};

it("says without a connection how much is not here, and no longer once there is one", async () => {
  connection.found("silent");
  await draw(3);
  await expect.element(note).toHaveTextContent("3 shared items and vaults need a connection and will be back when there is one.");
  connection.found("here");
  await expect.element(note).not.toBeInTheDocument();
});

it("says nothing where nothing is shared, and does not even ask where there is a connection", async () => {
  let asked = 0;
  const missingShares = async (): Promise<number> => {
    asked += 1;
    return 0;
  };
  await renderVault(PAGE, { features: { sharing: { missingShares } } });
  expect(asked).toBe(0);
  connection.found("silent");
  await expect.poll(() => asked).toBe(1);
  await expect.element(note).not.toBeInTheDocument();
});

it("moves nothing of a page that is already drawn: it goes below it, and the next page begins with it", async () => {
  await draw(3);
  const before = page.getByRole("link", { name: "The page" }).element().getBoundingClientRect().top;
  connection.found("silent");
  await expect.element(note).toBeVisible();
  expect(isAbove()).toBe(false);
  expect(page.getByRole("link", { name: "The page" }).element().getBoundingClientRect().top).toBe(before);
  await page.getByRole("link", { name: "The page" }).click();
  await expect.poll(isAbove).toBe(true);
});

it.each([
  ["its code", () => <PageSkeleton />],
  ["its data", () => <Loading />],
])(
  "comes below a page that waits for %s only once that is drawn: what takes the place of its skeleton would move it",
  async (_, Skeleton) => {
    const Slow = () => {
      const [isDrawn, setDrawn] = useState(false);
      return (
        <>
          <button type="button" onClick={() => setDrawn(true)}>
            It comes
          </button>
          {isDrawn ? <p>The page</p> : <Skeleton />}
        </>
      );
    };
    const slow = (
      <main>
        <WithOfflineSharesNote>
          <Slow />
        </WithOfflineSharesNote>
      </main>
    );
    await renderVault(slow, { features: { sharing: { missingShares: async () => 3 } } });
    connection.found("silent");
    const said = page.getByText("3 shared items and vaults need a connection", { exact: false });
    await expect.element(said).toBeInTheDocument();
    expect(said.element().checkVisibility()).toBe(false);
    await page.getByRole("button", { name: "It comes" }).click();
    await expect.element(said).toBeVisible();
  },
);
