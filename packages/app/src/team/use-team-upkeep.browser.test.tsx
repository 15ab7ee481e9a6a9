import type { TeamStatus } from "@coffer/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ClientProvider, useSession } from "../frame/client-context.tsx";
import { newQueryClient } from "../frame/query-client.ts";
import { ANN } from "../testing/ann.ts";
import { fakeClient } from "../testing/fake-client.ts";
import { renderApp } from "../testing/render.tsx";
import { TEAM_ID } from "../testing/team-world.tsx";
import { useTeamUpkeep } from "./use-team-upkeep.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

/** Some page of an open vault. */
async function open(teamId: string | null, maintain: () => Promise<TeamStatus>) {
  const queries = newQueryClient();
  const invalidate = vi.spyOn(queries, "invalidateQueries");
  const Page = () => {
    useTeamUpkeep(queries);
    return <h1>All Items</h1>;
  };
  const screen = await renderApp(<Page />, { client: fakeClient({ session: { ...ANN, teamId }, team: { maintain } }) });
  await expect.element(screen.getByRole("heading", { name: "All Items" })).toBeVisible();
  return { screen, fetched: () => invalidate.mock.calls.map(([filter]) => filter?.queryKey) };
}

it("looks after the team while any page is open, until it is closed; what fails is tried again", async () => {
  const maintain = vi.fn<() => Promise<TeamStatus>>().mockRejectedValueOnce(new Error("away")).mockResolvedValue("open");
  const { screen, fetched } = await open(TEAM_ID, maintain);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(maintain).toHaveBeenCalledTimes(2);
  expect(fetched()).toEqual([]);
  await screen.unmount();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(maintain).toHaveBeenCalledTimes(2);
});

it("fetches what the team shares as soon as its key has come", async () => {
  const maintain = vi.fn<() => Promise<TeamStatus>>().mockResolvedValueOnce("key-pending").mockResolvedValue("open");
  const { fetched } = await open(TEAM_ID, maintain);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(fetched()).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(fetched()).toEqual([["vault", "contents"], ["team"]]);
});

it("fetches what is there now once the user is in the team no more, or in another one", async () => {
  const queries = newQueryClient();
  const invalidate = vi.spyOn(queries, "invalidateQueries");
  const client = fakeClient({ team: { maintain: async () => "open" } });
  const later = Promise.resolve(client);
  const seen = { state: { ready: true, session: { ...ANN, teamId: TEAM_ID as string | null }, locked: false, reason: null } };
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const watch = { state: () => seen.state, subscribe, client: () => later, later: () => later, check: async () => undefined };
  const Page = () => {
    useTeamUpkeep(queries);
    return <h1>{useSession()?.teamId ?? "In none"}</h1>;
  };
  const screen = await renderApp(
    <ClientProvider watch={watch}>
      <Page />
    </ClientProvider>,
    { client },
  );
  const isNow = async (teamId: string | null) => {
    seen.state = { ...seen.state, session: { ...ANN, teamId } };
    for (const listener of listeners) listener();
    await expect.element(screen.getByRole("heading", { name: teamId ?? "In none" })).toBeVisible();
  };
  await isNow(TEAM_ID);
  expect(invalidate).not.toHaveBeenCalled();
  await isNow(null);
  expect(invalidate.mock.calls).toEqual([[{ queryKey: ["vault", "contents"] }]]);
  await isNow("55555555-5555-4555-8555-555555555555");
  expect(invalidate).toHaveBeenCalledTimes(2);
});

it("asks for nothing for a user in no team", async () => {
  const maintain = vi.fn(async (): Promise<TeamStatus> => "none");
  await open(null, maintain);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(maintain).not.toHaveBeenCalled();
});
