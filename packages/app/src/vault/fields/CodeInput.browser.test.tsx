/** How a one-time code is set up: typed, pasted as an address, or read from a picture; and what comes of it is shown. */
import { kindOf } from "@coffer/core/items/kinds";
import { useState } from "react";
import { expect, it, onTestFinished, vi } from "vitest";
import { page } from "vitest/browser";
import { fakeClient } from "../../testing/fake-client.ts";
import { renderApp } from "../../testing/render.tsx";
import { CodeInput } from "./CodeInput.tsx";
import { NOT_A_PICTURE } from "./qr-text.ts";
import { ADDRESS as DRAWN, drawn, fileOfPicture } from "./testing/qr-picture.ts";

const SECRET = "JBSWY3DPEHPK3PXP";
const ADDRESS = `otpauth://totp/GitHub:ann%40example.com?secret=${SECRET}&issuer=GitHub`;
const { totp } = kindOf("password").fields;

function Held({ error }: { error?: string | undefined }) {
  const [value, setValue] = useState("");
  if (!totp) return null;
  return (
    <CodeInput id="code" kind="password" field={totp} value={value} error={error} fields={{}} onType={setValue} onLeave={() => undefined} />
  );
}
const open = (error?: string) => renderApp(<Held error={error} />, { client: fakeClient() });

function paste({ text = "", file }: { text?: string; file?: File }): boolean {
  const clipboardData = new DataTransfer();
  if (text) clipboardData.setData("text", text);
  if (file) clipboardData.items.add(file);
  return (
    document.getElementById("code")?.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true })) ?? false
  );
}
const picture = async () => new File([await fileOfPicture(drawn(6, [0, 255]))], "code.png", { type: "image/png" });
const noPicture = new File(["x"], "code.png", { type: "image/png" });
const input = page.getByLabelText(totp?.label ?? "", { exact: true }).first();

it("shows the code of a setup key, and whose it is where an address says so", async () => {
  await open();
  await input.fill(SECRET);
  await expect.element(page.getByText(/^\d{3} ?\d{3}$/).first()).toBeVisible();
  await expect.element(page.getByText("GitHub · ann@example.com")).not.toBeInTheDocument();
  await input.fill(ADDRESS);
  await expect.element(page.getByText("GitHub · ann@example.com")).toBeVisible();
});

it("takes a pasted address whole, and leaves any other text to the field", async () => {
  await open();
  expect(paste({ text: "just a note" })).toBe(true);
  expect(paste({ text: ` ${ADDRESS} ` })).toBe(false);
  await expect.element(page.getByText("GitHub · ann@example.com")).toBeVisible();
});

it("reads a pasted picture, and says why one cannot be used", async () => {
  await open();
  expect(paste({ file: noPicture })).toBe(false);
  await expect.element(page.getByText(NOT_A_PICTURE)).toBeVisible();
  expect(paste({ file: await picture() })).toBe(false);
  await expect.element(input).toHaveValue(DRAWN);
  await expect.element(page.getByText(NOT_A_PICTURE)).not.toBeInTheDocument();
  expect(paste({ file: new File(["x"], "a.txt", { type: "text/plain" }) })).toBe(true);
});

it("a picture that took long does not overwrite what was typed after it", async () => {
  const bitmap = Promise.withResolvers<ImageBitmap>();
  const file = await picture();
  const [whole, reading] = [await createImageBitmap(file), vi.spyOn(globalThis, "createImageBitmap").mockReturnValue(bitmap.promise)];
  onTestFinished(() => reading.mockRestore());
  await open();
  paste({ file });
  const button = page.getByRole("button", { name: "Read QR code from an image" });
  await expect.element(button).toHaveAttribute("data-loading", "true");
  await input.fill(SECRET);
  await expect.element(button).not.toHaveAttribute("data-loading");
  const ended = vi.spyOn(whole, "close");
  bitmap.resolve(whole);
  await expect.poll(() => ended.mock.calls.length).toBe(1);
  await expect.element(input).toHaveValue(SECRET);
});

it("shows the form's own error", async () => {
  await open("This is no setup key");
  await expect.element(page.getByText("This is no setup key")).toBeVisible();
});
