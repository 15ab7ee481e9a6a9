/** What a person meets whose sign-in went without the second factor that the vault remembers. */
import { useQuery } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { fakeClient } from "../../testing/fake-client.ts";
import { renderApp } from "../../testing/render.tsx";
import { seeToast } from "../../testing/toasts.ts";
import { MissingFactorNote } from "./MissingFactorNote.tsx";

const warning = page.getByText(/You signed in without a code/);

it("says nothing where all is as it was", async () => {
  const isSecondFactorMissing = vi.fn(async () => false);
  await renderApp(<MissingFactorNote />, { client: fakeClient({ account: { isSecondFactorMissing } }) });
  await expect.poll(() => isSecondFactorMissing.mock.calls.length).toBe(1);
  await expect.element(warning).not.toBeInTheDocument();
});

it("warns until its owner knows about it, and leads to setting it up again", async () => {
  let isMissing = true;
  const acceptMissingSecondFactor = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new TypeError("Failed to fetch"));
  const account = { isSecondFactorMissing: async () => isMissing, acceptMissingSecondFactor };
  await renderApp(<MissingFactorNote />, { client: fakeClient({ account }) });
  await expect.element(warning).toBeVisible();
  const known = page.getByRole("button", { name: "I know about this" });
  await known.click();
  await seeToast("An error occurred");
  await expect.element(warning).toBeVisible();
  await page.getByRole("button", { name: "Set it up again" }).click();
  await expect.element(page.getByTestId("address")).toHaveTextContent("/mfa-setup");
  acceptMissingSecondFactor.mockImplementationOnce(async () => {
    isMissing = false;
  });
  await known.click();
  await expect.element(warning).not.toBeInTheDocument();
});

it("says that what others share may be missing until then; whatever the page shows is asked for again after the answer alone", async () => {
  const [acceptMissingSecondFactor, list] = [vi.fn(async () => undefined), vi.fn(async () => "what others share")];
  const List = () => <p>{useQuery({ queryKey: ["some", "list"], queryFn: list }).data}</p>;
  const screen = (
    <>
      <MissingFactorNote />
      <List />
    </>
  );
  const account = { isSecondFactorMissing: async () => true, acceptMissingSecondFactor };
  await renderApp(screen, { client: fakeClient({ account }) });
  await expect.element(page.getByText("nothing is saved, and some of what others share with you may be missing")).toBeVisible();
  await expect.element(page.getByText("what others share", { exact: true })).toBeVisible();
  expect(list).toHaveBeenCalledTimes(1);
  await page.getByRole("button", { name: "I know about this" }).click();
  await expect.poll(() => list.mock.calls.length).toBe(2);
});
