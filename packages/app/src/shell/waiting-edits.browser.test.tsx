/** Changes that wait on this device: what the pill says of them, what is done about one that the server did not take, and what a sign-out asks. */
import type { WaitingEdit } from "@coffer/client";
import { blankDraft } from "@coffer/core/items/item";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { connection } from "../frame/connection.ts";
import { ANN } from "../testing/ann.ts";
import { fakeClient } from "../testing/fake-client.ts";
import { renderApp } from "../testing/render.tsx";
import { anItem } from "../testing/sample-items.ts";
import { tellUnsent } from "../ui/may-sign-out.ts";
import { askToLast, MAY_BE_DELETED } from "../vault/waiting/lasting-storage.ts";
import { unsentIn, WAITING_KEY } from "../vault/waiting/waiting-queries.ts";
import { ConnectionPill } from "./ConnectionPill.tsx";
import { useLogout } from "./use-logout.ts";

const pill = page.getByRole("button", { name: /^Connection: / });
const list = page.getByRole("list", { name: "Changes that wait" });
const said = (text: string) => page.getByRole("dialog", { name: "Connection" }).getByText(text);
afterEach(() => connection.found("here"));

function editOf(title: string, more: Partial<WaitingEdit> = {}): WaitingEdit {
  const draft = { ...blankDraft("password"), fields: { title } };
  return {
    id: title,
    scopeId: "s",
    base: null,
    draft,
    isDeleted: false,
    at: 1,
    count: 1,
    refused: null,
    saves: [],
    apartId: "",
    ...more,
  };
}

type Begin = (queries: QueryClient) => unknown;

function Screen({ edits, asked, begin }: { edits: readonly WaitingEdit[]; asked: string[]; begin: Begin }) {
  const queries = useQueryClient();
  const logout = useLogout();
  useEffect(() => void begin(queries), [queries, begin]);
  useEffect(() => tellUnsent(() => unsentIn(queries)), [queries]);
  useEffect(() => {
    const send = async () => void asked.push("send");
    let left = edits;
    const discard = async ({ id }: { id: string }) => {
      asked.push(`discard ${id}`);
      left = left.filter((edit) => edit.id !== id);
      queries.setQueryData(WAITING_KEY, { edits: left, send, discard });
    };
    queries.setQueryData(WAITING_KEY, { edits, send, discard });
  }, [queries, edits, asked]);
  return (
    <>
      <ConnectionPill />
      <button type="button" onClick={() => void logout()}>
        Leave
      </button>
    </>
  );
}

async function open(edits: readonly WaitingEdit[], begin: Begin = () => undefined): Promise<string[]> {
  const asked: string[] = [];
  const account = { logout: async () => void asked.push("logout") };
  await renderApp(<Screen edits={edits} asked={asked} begin={begin} />, {
    client: fakeClient({ session: ANN, account, serverStatus: () => new Promise(() => undefined) }),
  });
  return asked;
}

it("are counted while the server is away, and named with what was done", async () => {
  await open([editOf("Bike"), editOf("Car", { base: null })]);
  await expect.element(pill).toHaveAccessibleName("Connection: Saving...");
  connection.found("silent");
  await expect.element(pill).toHaveAccessibleName("Connection: Server not reachable, 2 changes wait");
  await pill.click();
  await expect.element(list).toHaveTextContent("BikenewCarnew");
});

it("that this browser may delete when it runs out of room say so where they are named, and nowhere once they are gone", async () => {
  vi.spyOn(navigator.storage, "persisted").mockResolvedValue(false);
  vi.spyOn(navigator.storage, "persist").mockResolvedValue(false);
  await open([editOf("Bike", { refused: "No." })], askToLast);
  await pill.click();
  await expect.element(said(MAY_BE_DELETED)).toBeVisible();
  await page.getByRole("button", { name: "Discard the change of Bike" }).click();
  await page.getByRole("button", { name: "Discard", exact: true }).last().click();
  await expect.element(said(MAY_BE_DELETED)).not.toBeInTheDocument();
  vi.restoreAllMocks();
});

it("that a fault of the server has stopped say that they are tried again by themselves; the others do not", async () => {
  const stopped = { refused: "An unexpected error occurred.", base: anItem("Bike") };
  await open([editOf("Bike", { ...stopped, isFault: true }), editOf("Car", stopped)]);
  await pill.click();
  await expect.element(list.getByRole("listitem").first()).toHaveTextContent("occurred. It is tried again by itself.");
  await expect.element(list.getByRole("listitem").last()).not.toHaveTextContent("by itself");
});

it("that the server did not take say why, are tried again by a press, and are discarded once that was asked", async () => {
  const asked = await open([editOf("Bike", { refused: "You do not have permission to do this.", base: anItem("Bike") })]);
  await expect.element(pill).toHaveAccessibleName("Connection: 1 to decide");
  await pill.click();
  await expect.element(list).toHaveTextContent("Not taken: You do not have permission to do this.");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => asked).toEqual(["send"]);
  await page.getByRole("button", { name: "Discard the change of Bike" }).click();
  await expect.element(page.getByRole("alertdialog")).toHaveTextContent('What you changed in "Bike" is thrown away');
  await page.getByRole("button", { name: "Discard", exact: true }).last().click();
  await expect.poll(() => asked).toEqual(["send", "discard Bike"]);
});

it("say before one is discarded what is lost with it, and leave the focus in the list of them", async () => {
  const refused = "You do not have permission to do this.";
  const base = anItem("Boat");
  await open([editOf("Bike", { refused }), editOf("Boat", { refused, base, draft: null, isDeleted: true })]);
  await pill.click();
  const question = page.getByRole("alertdialog");
  await page.getByRole("button", { name: "Discard the change of Boat" }).click();
  await expect.element(question).toHaveTextContent('"Boat" is not deleted, and stays as the server has it.');
  await page.getByRole("button", { name: "Discard", exact: true }).last().click();
  await expect.element(said("The server did not take every change")).toHaveFocus();
  await page.getByRole("button", { name: "Discard the change of Bike" }).click();
  await expect.element(question).toHaveTextContent('"Bike" is on this device alone. It is thrown away, with everything in it.');
  await page.getByRole("button", { name: "Discard", exact: true }).last().click();
  await expect.element(said("The server answers, and what you saved here is there.")).toHaveFocus();
});

it("fit into what the pill opens, however long a title is", async () => {
  await open([editOf("A title that its owner has made so long that it goes on and on, past every edge, without an end")]);
  connection.found("silent");
  await pill.click();
  await expect.element(list).toBeVisible();
  const { scrollWidth, clientWidth } = list.element().parentElement ?? document.body;
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});

it("are named by a sign-out, which asks first; nothing is asked where none waits", async () => {
  const asked = await open([editOf("Bike")]);
  await page.getByRole("button", { name: "Leave" }).click();
  const question = page.getByRole("alertdialog");
  await expect.element(question).toHaveTextContent("1 change waits on this device for the server.");
  await expect.element(question).toHaveTextContent("Bike");
  await page.getByRole("button", { name: "Stay" }).click();
  expect(asked).toEqual([]);
  await page.getByRole("button", { name: "Leave" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect.poll(() => asked).toEqual(["logout"]);
});
