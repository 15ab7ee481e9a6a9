/** The screen as the server has it: nothing of one's own in sight or in reach, the way back by keys and by hand. */
import type { Client } from "@coffer/client";
import type { SealedRecord } from "@coffer/contract/record";
import { useCallback, useState } from "react";
import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { anItem } from "../../testing/sample-items.ts";
import { seeToast } from "../../testing/toasts.ts";
import { renderVault } from "../../testing/vault-world.tsx";
import { KindPage } from "../../vault/pages/KindPage.tsx";
import { GlassWall } from "./GlassWall.tsx";

const ITEM = anItem("Lighthouse", { fields: { username: "keeper" }, favourite: true });
const AT = Date.UTC(2026, 0, 15, 12);
const RECORD: SealedRecord = {
  ...{ id: ITEM.id, kind: "password", scopeId: ITEM.scopeId, revision: 3, saveId: "00", seal: "2.seal-of-it" },
  ...{ fields: { title: "2.title-of-it", encrypted_password: "2.password-of-it" }, favourite: true, categoryId: null },
  ...{ autoLogin: false, color: null, icon: null },
  ...{ createdAt: AT, updatedAt: AT, lastUsedAt: null, trashedAt: null },
};
const wall = page.getByRole("dialog", { name: "What the server has" });

let openWall = (): void => undefined;

/** A page with the overlay in front of it from `openWall` on until someone goes back. */
function Page({ onClosed }: { onClosed: () => void }) {
  const [isOpen, setOpen] = useState(false);
  openWall = () => setOpen(true);
  const close = useCallback(() => {
    setOpen(false);
    onClosed();
  }, [onClosed]);
  return (
    <>
      <main data-own>
        <KindPage kind="password" />
      </main>
      {isOpen && <GlassWall onClose={close} />}
    </>
  );
}

async function look(at = "/passwords", sealedRecords: Client["vault"]["sealedRecords"] = async () => [RECORD]) {
  const onClosed = vi.fn();
  await renderVault(<Page onClosed={onClosed} />, { items: [ITEM], at, verbs: { sealedRecords } });
  await expect.poll(() => document.querySelector(at.includes("item=") ? "[data-item-detail]" : "[data-key]")).not.toBeNull();
  openWall();
  return onClosed;
}

it("has the encrypted texts where the item was, and what is known of it", async () => {
  await look();
  const line = wall.getByRole("listitem");
  await expect.element(line).toHaveTextContent("2.title-of-it 2.password-of-it 2.seal-of-it");
  await expect.element(line).toHaveTextContent("password · favorite · 41 characters · Jan 15, 2026");
  await expect.element(wall).toHaveTextContent("1 record with 3 encrypted texts of 41 characters in all.");
  const placeOf = (one: Element | null) => {
    const { left, top, width, height } = one?.getBoundingClientRect() ?? new DOMRect();
    return [left, top, width, height].map(Math.round);
  };
  await expect.poll(() => placeOf(line.element())).toEqual(placeOf(document.querySelector("[data-key]")));
});

it("follows what is drawn meanwhile", async () => {
  await look();
  await expect.poll(() => wall.getByRole("listitem").elements().length).toBe(1);
  document.querySelector("[data-key]")?.removeAttribute("data-key");
  await expect.poll(() => wall.getByRole("listitem").elements().length).toBe(1);
  document.querySelector("main")?.append(document.createElement("p"));
  await expect.poll(() => wall.getByRole("listitem").elements().length).toBe(0);
});

it("leaves nothing of one's own in sight, nor in reach", async () => {
  await look();
  await wall.getByRole("listitem").findElement();
  const own = [...document.querySelectorAll("main *")].find((one) => one.textContent === "Lighthouse" && one.children.length === 0);
  let opacity = 1;
  for (let one = own ?? null; one; one = one.parentElement) opacity *= Number(getComputedStyle(one).opacity);
  expect(opacity).toBe(0);
  expect(own?.closest("[inert]")).not.toBeNull();
  await expect.element(wall).not.toHaveTextContent(/Lighthouse|keeper/);
});

it.each([
  ["its button", () => wall.getByRole("button", { name: "Back" }).click()],
  ["Escape", () => userEvent.keyboard("{Escape}")],
  ["the key that opened it", () => userEvent.keyboard("x")],
  ["the browser's Back", () => window.dispatchEvent(new PopStateEvent("popstate"))],
])("goes by %s, and the page is as it was", async (_, leave) => {
  const onClosed = await look();
  await wall.getByRole("listitem").findElement();
  await leave();
  await expect.element(wall).not.toBeInTheDocument();
  expect(onClosed).toHaveBeenCalledTimes(1);
  expect(document.querySelector("[inert]")).toBeNull();
  await expect.element(page.getByRole("button", { name: "Lighthouse", exact: true })).toBeVisible();
});

it("goes when the key that opened it is let go after it was held, and not before", async () => {
  const onClosed = await look();
  await wall.getByRole("listitem").findElement();
  const letGo = () => window.dispatchEvent(new KeyboardEvent("keyup", { key: "x" }));
  await new Promise((resume) => setTimeout(resume, 400));
  window.dispatchEvent(new KeyboardEvent("keyup", { key: "y" }));
  expect(onClosed).not.toHaveBeenCalled();
  letGo();
  await expect.element(wall).not.toBeInTheDocument();
});

it("shows an item in full: every column that is not encrypted, and each text under its name", async () => {
  await look(`/passwords?item=${ITEM.id}`);
  const whole = wall.getByRole("region", { name: "What the server has of this item" });
  await expect.element(whole).toHaveTextContent("Favoriteyes");
  await expect.element(whole).toHaveTextContent(`Under the key with the id${RECORD.scopeId}`);
  await expect.element(whole).toHaveTextContent("Auto-loginno");
  await expect.element(whole).toHaveTextContent("Id of the last save00");
  await expect.element(whole).toHaveTextContent("Saved3 times");
  await expect.element(whole).toHaveTextContent("encrypted_password 16 characters2.password-of-it");
  await expect.element(whole).toHaveTextContent("seal 12 characters2.seal-of-it");
});

it.each([
  ["/password-health", /Health is worked out on your device alone/],
  ["/sharing-center", /Who shares with whom/],
  ["/manage-members", /It cannot make anyone a member/],
  ["/settings", /Not your master password/],
])("of a page without items, as %s, says what it has", async (at, says) => {
  const onClosed = vi.fn();
  await renderVault(<GlassWall onClose={onClosed} />, { at, verbs: { sealedRecords: async () => [] } });
  await expect.element(wall).toHaveTextContent(says);
});

it("that fails says so and goes", async () => {
  const onClosed = await look("/passwords", () => Promise.reject(new TypeError("Failed to fetch")));
  await seeToast("Failed to show what the server has");
  await expect.poll(() => onClosed.mock.calls.length).toBe(1);
});

it("in front of an item's sheet is all that one Escape closes; the next one closes the sheet", async () => {
  const { innerWidth, innerHeight } = window;
  await page.viewport(900, 800);
  await look(`/passwords?item=${ITEM.id}`);
  const sheet = page.getByRole("dialog", { name: "Lighthouse", includeHidden: true });
  await wall.getByRole("region", { name: "What the server has of this item" }).findElement();
  await userEvent.keyboard("{Escape}");
  await expect.element(wall).not.toBeInTheDocument();
  await expect.element(sheet).toBeVisible();
  await expect.element(page.getByTestId("address")).toHaveTextContent(ITEM.id);
  await userEvent.keyboard("{Escape}");
  await expect.element(sheet).not.toBeInTheDocument();
  await page.viewport(innerWidth, innerHeight);
});
