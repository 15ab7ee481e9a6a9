/** What a person meets while switching to another profile. */
import { AppError } from "@coffer/contract/errors";
import { beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ANN } from "../../testing/ann.ts";
import { fakeClient, type PartOf } from "../../testing/fake-client.ts";
import { expectSelected, pressTwice } from "../../testing/fields.ts";
import { renderApp } from "../../testing/render.tsx";
import { seeToast } from "../../testing/toasts.ts";
import { isFirstPage } from "../lock/presence.ts";
import { SWITCHED_SLOT } from "./profile-switch.ts";
import { SwitchCover } from "./SwitchCover.tsx";
import { useProfileSwitch } from "./use-profile-switch.ts";

const choose = page.getByRole("button", { name: "Switch to Bob" });
const cover = page.getByText("Switching profile...");
const dialog = page.getByRole("dialog", { name: "Two-factor authentication" });
const code = page.getByLabelText("Authentication code");
const reload = vi.fn();

type Account = PartOf<ReturnType<typeof fakeClient>["account"]>;

function Menu() {
  const profileSwitch = useProfileSwitch(reload);
  return (
    <>
      <button type="button" onClick={() => profileSwitch.choose("bob")}>
        Switch to Bob
      </button>
      <SwitchCover profileSwitch={profileSwitch} />
    </>
  );
}

const open = (account: Account) => renderApp(<Menu />, { client: fakeClient({ session: ANN, account }), at: "/settings" });

beforeEach(() => reload.mockReset());

it("covers the page, drops what the tab kept, and reloads it on All Items", async () => {
  const answer = Promise.withResolvers<{ step: "switched" }>();
  const switchProfile = vi.fn(() => answer.promise);
  sessionStorage.setItem("list:/passwords:", "{}");
  await open({ switchProfile });
  await choose.click();
  await expect.element(cover).toBeVisible();
  await expect.element(page.getByText("Switching to profile...")).toBeVisible();
  answer.resolve({ step: "switched" });
  await expect.poll(() => reload.mock.calls.length).toBe(1);
  await expect.element(page.getByTestId("address")).toHaveTextContent("/all-items");
  expect(switchProfile).toHaveBeenCalledExactlyOnceWith({ id: "bob" });
  // What is left tells the page that comes why it was loaded, and that it is not the first one: where the vault locks with the browser, it would lock.
  expect(Object.keys(sessionStorage)).toHaveLength(2);
  expect(sessionStorage.getItem(SWITCHED_SLOT)).toBe("1");
  const channel = new BroadcastChannel("nobody-else");
  expect(await isFirstPage(channel)).toBe(false);
  channel.close();
});

it("uncovers the page where it fails, and leaves the person where they were", async () => {
  await open({ switchProfile: () => Promise.reject(new TypeError("Failed to fetch")) });
  await choose.click();
  await seeToast("Error switching profile");
  await expect.element(cover).not.toBeInTheDocument();
  await expect.element(page.getByTestId("address")).toHaveTextContent("/settings");
  expect(reload).not.toHaveBeenCalled();
});

it("asks for the second factor of the other profile, once at a time, and selects a wrong one", async () => {
  const refusal = Promise.withResolvers<{ step: "switched" }>();
  const switchProfile = vi.fn<(input: { code?: string }) => Promise<{ step: "switched" | "code" }>>();
  switchProfile.mockResolvedValueOnce({ step: "code" }).mockReturnValueOnce(refusal.promise).mockResolvedValueOnce({ step: "switched" });
  await open({ switchProfile: switchProfile as never });
  await choose.click();
  await expect.element(code).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Please enter the MFA code")).toBeVisible();
  await userEvent.keyboard("123456");
  await pressTwice(page.getByRole("button", { name: "Verify Code" }));
  refusal.reject(new AppError("invalid_mfa_code"));
  await expect.element(page.getByText("Invalid MFA code")).toBeVisible();
  await expectSelected(code);
  await userEvent.keyboard("654321{Enter}");
  await expect.poll(() => reload.mock.calls.length).toBe(1);
  expect(switchProfile.mock.calls.map(([input]) => input.code)).toEqual([undefined, "123456", "654321"]);
  await expect.element(cover).toBeVisible();
});

it("can be given up while the code is asked for", async () => {
  await open({ switchProfile: async () => ({ step: "code" }) });
  await choose.click();
  await expect.element(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await choose.click();
  await expect.element(dialog).toBeVisible();
});
