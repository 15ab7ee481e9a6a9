/** The one line that asks to try the recovery kit: when it comes, what it says, and that it can be put off. */
import type { Client } from "@coffer/client";
import { useNavigate } from "react-router";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { ANN } from "../../testing/ann.ts";
import { fakeClient, type PartOf } from "../../testing/fake-client.ts";
import { renderApp } from "../../testing/render.tsx";
import { RehearsalReminder } from "./RehearsalReminder.tsx";

const DUE = { triedAt: null, nextAt: 0, isDue: true };
const note = page.getByRole("status", { name: "Recovery kit" });
const next = page.getByRole("button", { name: "Next page" });

function Page() {
  const navigate = useNavigate();
  return (
    <>
      <RehearsalReminder quietMs={10} />
      <button type="button" onClick={() => void navigate("/next")}>
        Next page
      </button>
    </>
  );
}

async function open(account: PartOf<Client["account"]>) {
  const rehearsals = vi.fn(async () => DUE as { triedAt: number | null; nextAt: number; isDue: boolean });
  await renderApp(<Page />, {
    client: fakeClient({ session: ANN, account: { rehearsals, hasUnsavedKit: async () => false, ...account } }),
  });
  return rehearsals;
}

it("comes with the next page, so that nothing moves, and is gone once it was put off", async () => {
  const putOffRehearsal = vi.fn(async () => undefined);
  const rehearsals = await open({ putOffRehearsal });
  await expect.poll(() => rehearsals.mock.calls.length).toBe(1);
  await expect.element(note).not.toBeInTheDocument();
  await next.click();
  await expect.element(note).toHaveTextContent("You have never tried your recovery kit.");
  rehearsals.mockResolvedValue({ ...DUE, isDue: false });
  await note.getByRole("button", { name: "Later" }).click();
  await expect.element(note).not.toBeInTheDocument();
  expect(putOffRehearsal).toHaveBeenCalledOnce();
});

it("leads to the rehearsal, which stays open when the line goes", async () => {
  const rehearsals = await open({ recoveryCopy: async () => "copy", rehearse: async () => ({ is: "right" }) });
  rehearsals.mockResolvedValue({ ...DUE, triedAt: Date.UTC(2026, 0, 5, 12) });
  await expect.poll(() => rehearsals.mock.calls.length).toBe(1);
  await next.click();
  await expect.element(note).toHaveTextContent("It is three months since you tried your recovery kit.");
  await note.getByRole("button", { name: "Try it now" }).click();
  rehearsals.mockResolvedValue({ triedAt: Date.now(), nextAt: Date.now() + 1, isDue: false });
  await page.getByRole("button", { name: "I have it here" }).click();
  await page.getByRole("textbox", { name: "Recovery key" }).fill("AB1C-D2EF");
  await page.getByRole("button", { name: "Try the key" }).click();
  await expect.element(page.getByRole("heading", { name: "Your kit works" })).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await expect.element(note).not.toBeInTheDocument();
});

it.each<[string, PartOf<Client["account"]>]>([
  ["the kit was tried not long ago", { rehearsals: async () => ({ ...DUE, isDue: false }) }],
  ["the key is not even saved yet: a note of its own says so", { hasUnsavedKit: async () => true }],
  ["it cannot be found out", { rehearsals: () => Promise.reject(new Error("away")) }],
])("is not there where %s", async (_, account) => {
  const asked = vi.fn(account.hasUnsavedKit ?? (async () => false));
  await open({ ...account, hasUnsavedKit: asked });
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  await next.click();
  await new Promise((resolve) => setTimeout(resolve, 300));
  await expect.element(note).not.toBeInTheDocument();
});
