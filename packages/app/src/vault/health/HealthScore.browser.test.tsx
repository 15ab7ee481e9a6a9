/** The line below the score: what to do first, or what is still being looked at. */
import type { Found } from "@coffer/core/health/health";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { fakeClient } from "../../testing/fake-client.ts";
import { renderApp } from "../../testing/render.tsx";
import { HealthScore } from "./HealthScore.tsx";

const weak = (count: number): Found[] => Array.from({ length: count }, (_, at) => ({ id: `${at}`, finding: "weak", group: null }));
const show = (pending: number, found: readonly Found[] = weak(1)) =>
  renderApp(<HealthScore score={80} looked={7} found={found} pending={pending} />, { client: fakeClient({}) });
const progress = page.getByText(/^Looking closely/);
const outcome = page.getByText(/^Give|items looked at/);

it.each([
  [1, "Looking closely at 1 more password…"],
  [3, "Looking closely at 3 more passwords…"],
])("says while %i more passwords are looked at how many, and not yet what was found", async (pending, sentence) => {
  await show(pending);
  await expect.element(progress).toHaveTextContent(sentence);
  await expect.element(progress).toHaveAttribute("role", "status");
  await expect.element(outcome).not.toBeInTheDocument();
});

it.each([
  [0, "7 items looked at, nothing found"],
  [1, "Give 1 account a stronger password"],
  [2, "Give 2 accounts a stronger password"],
])("says once all is looked at what to do first where %i findings were found", async (found, sentence) => {
  await show(0, weak(found));
  await expect.element(outcome).toHaveTextContent(sentence);
  await expect.element(progress).not.toBeInTheDocument();
});
