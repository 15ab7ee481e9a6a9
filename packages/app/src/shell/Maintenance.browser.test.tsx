/** The screen while the operator has closed the server. */
import type { ServerStatus } from "@coffer/client";
import { DEFAULT_SETTINGS } from "@coffer/core/device/settings";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { afterEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { maintenance } from "../frame/maintenance.ts";
import { ANN } from "../testing/ann.ts";
import { fakeClient } from "../testing/fake-client.ts";
import { renderApp } from "../testing/render.tsx";
import { Maintenance } from "./Maintenance.tsx";
import { queries } from "./queries.ts";
import { SessionServices } from "./SessionServices.tsx";

afterEach(() => maintenance.ended());

const CLOSED = { maintenance: true, message: "Back at noon." };
const OPEN = { maintenance: false, message: "" };

/** @param says - what the server answers, from the first question to the last, which then stays. */
async function open(...says: (ServerStatus | null)[]) {
  const answers = [...says];
  let isOpen = false;
  const serverStatus = async (): Promise<ServerStatus> => {
    const status = answers.length > 1 ? answers.shift() : answers[0];
    if (!status) throw new TypeError("Failed to fetch");
    isOpen = !status.maintenance;
    return status;
  };
  const account = { lockSettings: { read: async () => DEFAULT_SETTINGS }, keepAlive: async () => undefined };
  const load = async () => {
    if (!isOpen) throw new Error("closed");
    return "what the server has";
  };
  const screen = (
    <>
      <QueryClientProvider client={queries}>
        <Page load={load} />
      </QueryClientProvider>
      <SessionServices />
      <Maintenance />
    </>
  );
  await renderApp(screen, { client: fakeClient({ session: ANN, serverStatus, account }) });
  await page.getByLabelText("Note").fill("typed before");
  maintenance.began("We are moving.");
}

function Page({ load }: { load: () => Promise<string> }) {
  const { data = "nothing yet" } = useQuery({ queryKey: ["page"], queryFn: load });
  return (
    <label>
      Note <input />
      <span>{data}</span>
    </label>
  );
}

const title = page.getByRole("heading", { name: "Maintenance in Progress" });
const again = page.getByRole("button", { name: "Try again" });

it("covers the page with the operator's words, and cannot be closed", async () => {
  await open(CLOSED);
  await expect.element(title).toBeVisible();
  await expect.element(page.getByText("We are moving.")).toBeVisible();
  await expect.element(again).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(title).toBeVisible();
});

it("stays while the server is closed or does not answer, and says what the operator says now", async () => {
  await open(null, CLOSED);
  await again.click();
  await expect.element(page.getByText("We are moving.")).toBeVisible();
  await again.click();
  await expect.element(page.getByText("Back at noon.")).toBeVisible();
});

it("goes on when the server is back: what was typed is there, and what failed is asked for again", async () => {
  await open(OPEN);
  await again.click();
  await expect.element(title).not.toBeInTheDocument();
  await expect.element(page.getByLabelText("Note")).toHaveValue("typed before");
  await expect.element(page.getByText("what the server has")).toBeVisible();
});

it("asks by itself when the person or the network comes back", async () => {
  await open(CLOSED, OPEN);
  await expect.element(title).toBeVisible();
  window.dispatchEvent(new Event("focus"));
  await expect.element(page.getByText("Back at noon.")).toBeVisible();
  window.dispatchEvent(new Event("online"));
  await expect.element(title).not.toBeInTheDocument();
});
