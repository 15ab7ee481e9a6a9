/** When edits begin to be kept on this device, and what is said of those that were lost or sent. */
import { type Client, ClientError, type SessionListener } from "@coffer/client";
import { blankDraft } from "@coffer/core/items/item";
import { useQueryClient } from "@tanstack/react-query";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { connection } from "../../frame/connection.ts";
import { firstRowsSeen } from "../../frame/first-rows.ts";
import { ANN } from "../../testing/ann.ts";
import { fakeClient } from "../../testing/fake-client.ts";
import { renderApp } from "../../testing/render.tsx";
import { anItem } from "../../testing/sample-items.ts";
import { seeToast } from "../../testing/toasts.ts";
import { useContents } from "../queries.ts";
import { useMayBeDeleted } from "./lasting-storage.ts";
import { useWaitingEdits } from "./use-waiting-edits.ts";

type Keep = Client["vault"]["keepEdits"];

beforeAll(firstRowsSeen);
afterEach(() => connection.found("here"));

function Screen() {
  useWaitingEdits(useQueryClient());
  const { data } = useContents();
  const mayBeDeleted = useMayBeDeleted();
  return (
    <>
      <p>{data ? `There: ${data.items.map(({ fields }) => fields.title).join()}` : "Not yet"}</p>
      {mayBeDeleted && <p>Kept as long as there is room</p>}
    </>
  );
}

const API = { send: async () => undefined, discard: async () => undefined, look: async () => false };
const CONTENTS = { items: [], vaults: [] };
const EDIT = { id: "1", scopeId: "s", base: null, isDeleted: false, at: 1, count: 1, refused: null, saves: [], apartId: "" };
const edit = { ...EDIT, draft: { ...blankDraft("password"), fields: { title: "Bike" } } };

/** @param answers - one for each time that it is asked for; the last one again and again */
async function open(...answers: readonly Keep[]) {
  const asked = { keeps: 0, pulls: 0, session: (() => undefined) as SessionListener };
  const keepEdits: Keep = (keeping) => (answers[Math.min(asked.keeps++, answers.length - 1)] ?? expect.fail())(keeping);
  const pull = async () => {
    asked.pulls++;
    return CONTENTS;
  };
  const onSession = (listener: SessionListener) => {
    asked.session = listener;
    return () => undefined;
  };
  const vault = { keepEdits, pull, contents: () => CONTENTS, local: async () => CONTENTS };
  await renderApp(<Screen />, { client: fakeClient({ session: ANN, onSession, vault }) });
  return asked;
}

const fine: Keep = async () => API;
const lost: Keep = async () => {
  throw Object.assign(new ClientError("Changes that waited cannot be opened any more."), { name: "LostEditsError" });
};

it("begin once the first rows are there, and again with new keys; what these have made unreadable is said, once", async () => {
  const asked = await open(fine, lost, fine);
  await expect.poll(() => asked.keeps).toBe(1);
  asked.session(ANN, "updated");
  asked.session(ANN, "rekeyed");
  const said = page.getByRole("alertdialog", { name: "Some changes were lost" });
  await expect.element(said).toHaveTextContent("Changes that waited cannot be opened any more.");
  expect(asked.keeps).toBe(2);
  await said.getByRole("button", { name: "OK" }).click();
  await expect.poll(() => asked.keeps).toBe(3);
  await expect.element(said).not.toBeInTheDocument();
});

it("whose part does not load are asked for again when the server answers, and nothing is said", async () => {
  connection.found("silent");
  const missing: Keep = async () => {
    throw new Error("not loaded");
  };
  const asked = await open(missing, fine);
  await expect.poll(() => asked.keeps).toBe(1);
  connection.found("here");
  await expect.poll(() => asked.keeps).toBe(2);
  expect(page.getByRole("alertdialog").elements()).toEqual([]);
});

it("that wait when the app is opened are sent at once, and with each return of the server; without any nothing is asked", async () => {
  const none = await open(fine);
  await expect.poll(() => none.pulls).toBe(1);
  connection.found("silent");
  connection.found("here");
  const kept: Keep = async ({ onChange }) => {
    onChange([edit]);
    return API;
  };
  const asked = await open(kept);
  await expect.poll(() => asked.pulls).toBeGreaterThan(1);
  const before = asked.pulls;
  connection.found("silent");
  connection.found("here");
  await expect.poll(() => asked.pulls).toBe(before + 1);
  expect(none.pulls).toBe(1);
});

it("are shown where the server does not answer, once they have been read", async () => {
  const bike = anItem("Bike");
  let isRead = false;
  const keepEdits: Keep = async ({ onChange }) => {
    onChange([edit]);
    await new Promise((resolve) => setTimeout(resolve, 300)); // the lists were drawn without it
    isRead = true;
    return API;
  };
  const contents = () => ({ ...CONTENTS, items: isRead ? [bike] : [] });
  const pull = () => Promise.reject(new Error("There is no connection to the server"));
  await renderApp(<Screen />, { client: fakeClient({ session: ANN, vault: { keepEdits, pull, contents, local: async () => CONTENTS } }) });
  await expect.element(page.getByText("There: Bike")).toBeVisible();
});

it("that were sent are said, one by its name; a deletion that found a later change is not called done", async () => {
  const sent = (...all: readonly boolean[]): Keep => {
    const told = all.map((stays) => ({ edit, outcome: null, stays }));
    return async ({ onSent }) => {
      onSent(told);
      return API;
    };
  };
  await open(sent(true));
  await seeToast('"Bike" was changed by someone else meanwhile, so it was not deleted');
  expect(page.getByText("on the server now", { exact: false }).elements()).toEqual([]);
  await open(async ({ onSent }) => {
    onSent([{ edit, outcome: null, stays: false, notUndone: '"Bike" was changed again, so it stays as it is.' }]);
    return API;
  });
  await seeToast('"Bike" was changed again, so it stays as it is.');
  expect(page.getByText("on the server now", { exact: false }).elements()).toEqual([]);
  await open(sent(true, false));
  await seeToast('The change of "Bike" that waited is on the server now.');
  await open(sent(false, false));
  await seeToast("2 changes that waited are on the server now.");
});

it("are to be kept by the browser when it runs out of room: it is asked with the first of them, and what it says is known", async () => {
  const persist = vi.spyOn(navigator.storage, "persist").mockResolvedValue(false);
  const persisted = vi.spyOn(navigator.storage, "persisted").mockResolvedValue(false);
  let change: Parameters<Keep>[0]["onChange"] = () => undefined;
  await open(async ({ onChange }) => {
    change = onChange;
    return API;
  });
  await expect.element(page.getByText("Kept as long as there is room")).not.toBeInTheDocument();
  expect(persist).not.toHaveBeenCalled();
  change([edit]);
  change([edit, { ...edit, id: "2" }]);
  await expect.element(page.getByText("Kept as long as there is room")).toBeVisible();
  expect(persist).toHaveBeenCalledTimes(1);
  change([]);
  persisted.mockResolvedValue(true);
  change([edit]);
  await expect.element(page.getByText("Kept as long as there is room")).not.toBeInTheDocument();
  expect(persist, "some browsers ask the person").toHaveBeenCalledTimes(1);
  vi.restoreAllMocks();
});
