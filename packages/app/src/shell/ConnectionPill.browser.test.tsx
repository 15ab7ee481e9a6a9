/** What the header says of the connection, and what it does about one that is lost. */
import type { ServerStatus } from "@coffer/client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { connection } from "../frame/connection.ts";
import { ANN } from "../testing/ann.ts";
import { fakeClient } from "../testing/fake-client.ts";
import { renderApp } from "../testing/render.tsx";
import { ConnectionPill } from "./ConnectionPill.tsx";

const OPEN: ServerStatus = { maintenance: false, message: "" };
const pill = page.getByRole("button", { name: /^Connection: / });
const details = page.getByRole("dialog", { name: "Connection" });

let online: boolean | null = null;
vi.spyOn(navigator, "onLine", "get").mockImplementation(() => online ?? true);

function setOnline(is: boolean): void {
  online = is;
  window.dispatchEvent(new Event(is ? "online" : "offline"));
}

afterEach(() => {
  setOnline(true);
  connection.found("silent"); // what was busy would be so for seconds
  connection.found("here");
});

/** A list that cannot be loaded while the server is away, and a change that takes its time. */
function Work({ load, save }: { load: () => Promise<string>; save: () => Promise<void> }) {
  const { data, error } = useQuery({ queryKey: ["list"], queryFn: load });
  const { mutate } = useMutation({ mutationFn: save });
  return (
    <>
      <p>{error ? error.message : data}</p>
      <button type="button" onClick={() => mutate()}>
        Change
      </button>
    </>
  );
}

const open = (serverStatus: () => Promise<ServerStatus>, work: { load?: () => Promise<string>; save?: () => Promise<void> } = {}) => {
  const { load = async () => "The list", save = async () => undefined } = work;
  const ui = (
    <>
      <ConnectionPill />
      <Work load={load} save={save} />
    </>
  );
  return renderApp(ui, { client: fakeClient({ session: ANN, serverStatus }) });
};

it("says that everything is there, and that a change is on its way while it is", async () => {
  const saved = Promise.withResolvers<void>();
  await open(async () => OPEN, { save: () => saved.promise });
  await expect.element(pill).toHaveAccessibleName("Connection: Synced");
  await page.getByRole("button", { name: "Change" }).click();
  await expect.element(pill).toHaveAccessibleName("Connection: Saving...");
  saved.resolve();
  await expect.element(pill).toHaveAccessibleName("Connection: Synced");
});

it("says that this device has no network, what can be done until then, and closes with Escape", async () => {
  await open(async () => OPEN);
  setOnline(false);
  await expect.element(pill).toHaveAccessibleName("Connection: Offline");
  await expect
    .element(page.getByRole("status").filter({ hasText: "Offline" }))
    .toHaveTextContent(/^Offline\. This device has no network\./);
  await pill.click();
  await expect.element(details).toHaveTextContent(/can be read and copied/);
  await userEvent.keyboard("{Escape}");
  await expect.element(details).not.toBeInTheDocument();
  await expect.element(pill).toHaveFocus();
});

it.each([
  ["silent", "Server not reachable", /does not answer/],
  ["unreached", "Server not reachable", /switched off, or restarts/],
  ["starting", "Server is starting", /takes a few seconds/],
  ["busy", "Server is busy", /too much to do, or cannot reach its database/],
] as const)("says what keeps a server from serving (%s), and in how many seconds it asks again by itself", async (reach, label, cause) => {
  await open(async () => OPEN);
  connection.found(reach);
  await expect.element(pill).toHaveAccessibleName(`Connection: ${label}`);
  await pill.click();
  await expect.element(details).toHaveTextContent(cause);
  await expect.element(details).toHaveTextContent(/Changes of items are kept on this device and sent once/);
  await expect.element(details).toHaveTextContent(/Trying again by itself in \d+ seconds?\./);
});

it("calls a server busy that answers one call and not the next, and does not ask it for everything with each answer", async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new Error("busy"));
  await open(async () => OPEN, { load });
  await expect.poll(() => load.mock.calls.length).toBe(1);
  for (let turn = 0; turn < 5; turn++) {
    connection.found("busy");
    connection.found("here");
    await expect.element(pill).toHaveAccessibleName("Connection: Server is busy");
  }
  expect(load).toHaveBeenCalledTimes(1);
  vi.setSystemTime(Date.now() + 5_001);
  connection.found("here");
  await expect.element(pill).toHaveAccessibleName("Connection: Synced");
  await expect.poll(() => load.mock.calls.length).toBe(2);
  vi.useRealTimers();
});

it("asks a server that is starting by itself, within seconds", async () => {
  const serverStatus = vi.fn(async () => {
    connection.found("here");
    return OPEN;
  });
  await open(serverStatus);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  connection.found("starting");
  await expect.element(pill).toHaveAccessibleName("Connection: Server is starting");
  vi.advanceTimersByTime(3_000);
  vi.useRealTimers();
  await expect.element(pill).toHaveAccessibleName("Connection: Synced");
  expect(serverStatus).toHaveBeenCalledTimes(1);
});

it("asks for a silent server on request and when the user comes back to the page, and then loads what could not be loaded", async () => {
  let isThere = false;
  const serverStatus = vi.fn(async () => {
    connection.found(isThere ? "here" : "silent");
    if (!isThere) throw new TypeError("Failed to fetch");
    return OPEN;
  });
  const load = vi.fn(async () => {
    connection.found(isThere ? "here" : "silent");
    if (!isThere) throw new Error("There is no connection to the server.");
    return "The list";
  });
  await open(serverStatus, { load });
  await expect.element(pill).toHaveAccessibleName("Connection: Server not reachable");
  await expect.element(page.getByText("There is no connection to the server.")).toBeVisible();
  await pill.click();
  await details.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => serverStatus.mock.calls.length).toBe(1);
  expect(load).toHaveBeenCalledTimes(1);
  isThere = true;
  window.dispatchEvent(new Event("focus"));
  await expect.element(page.getByText("The list")).toBeVisible();
  await expect.element(pill).toHaveAccessibleName("Connection: Synced");
  expect(load).toHaveBeenCalledTimes(2);
});

/** A list that another device may change. */
function Changing({ load }: { load: () => Promise<string> }) {
  return <p>{useQuery({ queryKey: ["changing"], queryFn: load, staleTime: 0 }).data}</p>;
}

it("brings what is shown up to date once the server is back", async () => {
  const load = vi.fn<() => Promise<string>>().mockResolvedValueOnce("As it was").mockResolvedValueOnce("As it is now");
  const ui = (
    <>
      <ConnectionPill />
      <Changing load={load} />
    </>
  );
  await renderApp(ui, { client: fakeClient({ session: ANN, serverStatus: async () => OPEN }) });
  await expect.element(page.getByText("As it was")).toBeVisible();
  connection.found("silent");
  await expect.element(pill).toHaveAccessibleName("Connection: Server not reachable");
  expect(load).toHaveBeenCalledTimes(1);
  connection.found("here");
  await expect.element(page.getByText("As it is now")).toBeVisible();
});

it("promises no more than it knows: other devices may have saved something since", async () => {
  await open(async () => OPEN);
  await pill.click();
  await expect
    .element(details)
    .toHaveTextContent(/what you saved here is there\. What is saved on other devices is shown here within a moment/);
});

it("makes calls at once where the browser knows of no network, so that each can say what is missing", async () => {
  setOnline(false);
  const save = vi.fn(async () => undefined);
  const load = vi.fn(async () => "Held here");
  await open(async () => OPEN, { load, save });
  await expect.element(page.getByText("Held here")).toBeVisible();
  await page.getByRole("button", { name: "Change" }).click();
  await expect.poll(() => save.mock.calls.length).toBe(1);
});
