import { permissionsWhere } from "@coffer/core/team/permissions";
import { Route, Routes } from "react-router";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { ANN } from "../testing/ann.ts";
import { fakeClient } from "../testing/fake-client.ts";
import { noConnection } from "../testing/no-connection.ts";
import { renderApp } from "../testing/render.tsx";
import { Guard } from "./Guard.tsx";

/** A page that needs a permission, for a user who had none when they signed in. */
function open(refreshMembership: () => Promise<void>) {
  const session = { ...ANN, permissions: permissionsWhere(() => false) };
  const members = (
    <Guard rule={{ access: "manage_team" }}>
      <h1>Team Members</h1>
    </Guard>
  );
  const routes = (
    <Routes>
      <Route path="/manage-members" element={members} />
      <Route path="/*" element={null} />
    </Routes>
  );
  return renderApp(routes, { client: fakeClient({ session, team: { refreshMembership } }), at: "/manage-members" });
}

const address = page.getByTestId("address");

it("asks once for the role of now before it refuses", async () => {
  const ask = vi.fn(async () => undefined);
  await open(ask);
  await expect.element(address).toHaveTextContent("/not-authorized");
  expect(ask).toHaveBeenCalledTimes(1);
});

it("neither refuses nor shows the page while that is on its way", async () => {
  await open(() => new Promise(() => undefined));
  await expect.element(page.getByRole("heading", { name: "Loading" })).toBeInTheDocument();
  await expect.element(address).toHaveTextContent("/manage-members");
  await expect.element(page.getByRole("heading", { name: "Team Members" })).not.toBeInTheDocument();
});

it("refuses no one because the server was not reached, and asks again when it is pressed", async () => {
  let isAway = true;
  await open(() => (isAway ? Promise.reject(noConnection()) : Promise.resolve()));
  await expect.element(page.getByRole("alert")).toBeVisible();
  await expect.element(address).toHaveTextContent("/manage-members");
  isAway = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(address).toHaveTextContent("/not-authorized");
});
