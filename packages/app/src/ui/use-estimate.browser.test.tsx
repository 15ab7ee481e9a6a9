/** What is said of a password is about that password. */
import { useState } from "react";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { fakeClient } from "../testing/fake-client.ts";
import { renderApp } from "../testing/render.tsx";
import { StrengthMeter } from "./StrengthMeter.tsx";

const MADE = "vT9#qLw2!mZx7@RbE4kP";
const said = page.getByText(/^Time to guess/);

function Field() {
  const [password, setPassword] = useState("harbour");
  return (
    <>
      <button type="button" onClick={() => setPassword(`${password}s`)}>
        Type on
      </button>
      <button type="button" onClick={() => setPassword(MADE)}>
        Generate
      </button>
      <StrengthMeter password={password} />
    </>
  );
}

const press = (name: string): void => (page.getByRole("button", { name }).element() as HTMLElement).click();

it("says nothing about a new password that was said about the one it replaces; while typing the words stay", async () => {
  await renderApp(<Field />, { client: fakeClient() });
  await expect.element(said).toBeVisible();
  const ofTheFirst = said.element().textContent;
  const waits: string[] = [];
  // Read before the worker can have answered.
  const after = async (name: string): Promise<void> => {
    press(name);
    await new Promise((resume) => requestAnimationFrame(resume));
    waits.push(said.elements()[0]?.textContent ?? "");
  };
  await after("Type on");
  await after("Generate");
  expect(waits).toEqual([ofTheFirst, ""]);
  await expect.element(said).toBeVisible();
  expect(said.element().textContent).not.toBe(ofTheFirst);
});
