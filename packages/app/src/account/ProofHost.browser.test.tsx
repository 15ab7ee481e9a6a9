/** What a person meets when the server wants the master password before it goes on. */
import { ClientError } from "@coffer/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Dialog } from "../frame/Dialog.tsx";
import { ANN } from "../testing/ann.ts";
import { fakeClient } from "../testing/fake-client.ts";
import { pressTwice } from "../testing/fields.ts";
import { renderApp } from "../testing/render.tsx";
import { proof } from "../ui/confirm.ts";
import { Form, SubmitButton } from "../ui/form/Form.tsx";
import { useForm } from "../ui/form/use-form.ts";
import { PasswordInput } from "../ui/PasswordInput.tsx";
import { ProofHost } from "./ProofHost.tsx";

const question = page.getByRole("dialog", { name: "Enter your master password to continue" });
const password = question.getByLabelText("Master password", { exact: true });
const goOn = question.getByRole("button", { name: "Continue" });
const cancel = question.getByRole("button", { name: "Cancel" });

/** Something that is typed elsewhere, in a dialog, and needs the proof. */
function Elsewhere({ onSent, onClose }: { onSent: () => void; onClose: () => void }) {
  const form = useForm({
    start: { name: "" },
    async send() {
      if (await proof.ask({})) onSent();
      else throw new Error("refused");
    },
    failed: "Not sent",
  });
  return (
    <Dialog title="Something else" onClose={onClose}>
      <Form form={form}>
        <PasswordInput label="Typed" {...form.text("name")} />
        <SubmitButton form={form}>Send</SubmitButton>
      </Form>
    </Dialog>
  );
}

const typed = page.getByLabelText("Typed", { exact: true });
const send = page.getByRole("button", { name: "Send" });

const prove = vi.fn<(typed: { password: string }) => Promise<void>>();
const onSent = vi.fn();
const onClose = vi.fn();
async function begin() {
  const client = fakeClient({ session: ANN, account: { prove } });
  const shown = await renderApp(
    <>
      <Elsewhere onSent={onSent} onClose={onClose} />
      <ProofHost />
    </>,
    { client },
  );
  await typed.fill("half a sentence");
  await send.click();
  await expect.element(question).toBeVisible();
  return shown;
}

beforeEach(() => vi.resetAllMocks());
afterEach(() => proof.answer(false));

describe("the question", () => {
  it("has the focus in its field, says why it asks, and lets what was begun go on by itself", async () => {
    await begin();
    await expect.element(password).toHaveFocus();
    await expect.element(question.getByText(/cannot be undone, or gives someone access/)).toBeVisible();
    await userEvent.keyboard("Some-Password-1!{Enter}");
    await expect.poll(() => onSent.mock.calls.length).toBe(1);
    expect(prove).toHaveBeenCalledExactlyOnceWith({ password: "Some-Password-1!", isHere: false });
    await expect.element(question).not.toBeInTheDocument();
  });

  it("wants a password, says that a wrong one is wrong, and keeps what was typed", async () => {
    prove.mockRejectedValueOnce(new ClientError("Invalid master password"));
    await begin();
    await goOn.click();
    await expect.element(question.getByText("Please enter your master password")).toBeVisible();
    await password.fill("wrong");
    await goOn.click();
    await expect.element(question.getByRole("alert")).toHaveTextContent("Invalid master password");
    await expect.element(password).toHaveFocus();
    await expect.element(password).toHaveValue("wrong");
    expect(onSent).not.toHaveBeenCalled();
  });

  it("is answered once however often it is pressed", async () => {
    const answer = Promise.withResolvers<void>();
    prove.mockReturnValue(answer.promise);
    await begin();
    await password.fill("x");
    await pressTwice(goOn);
    await expect.element(page.getByRole("button", { name: "Checking..." })).toBeDisabled();
    answer.resolve();
    await expect.poll(() => onSent.mock.calls.length).toBe(1);
    expect(prove).toHaveBeenCalledTimes(1);
  });
});

it("is asked by an item too, of which this device can tell alone, and says which", async () => {
  await renderApp(<ProofHost />, { client: fakeClient({ session: ANN, account: { prove } }) });
  const asked = proof.ask({ item: "The safe" });
  await expect.element(question.getByText('You are asked before "The safe" is filled in or copied here.')).toBeVisible();
  await password.fill("Some-Password-1!");
  await goOn.click();
  expect(await asked).toBe(true);
  expect(prove).toHaveBeenCalledExactlyOnceWith({ password: "Some-Password-1!", isHere: true });
});

describe("who would rather not", () => {
  it.each([
    ["the button", () => cancel.click()],
    ["Escape", () => userEvent.keyboard("{Escape}")],
    [
      "Escape on the eye of its field",
      async () => {
        (question.getByRole("button", { name: "Show master password" }).element() as HTMLElement).focus();
        await userEvent.keyboard("{Escape}");
      },
    ],
  ])("closes it with %s; what was typed elsewhere is as it was, and its dialog open", async (_, close) => {
    await begin();
    await close();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(page.getByRole("dialog", { name: "Something else" })).toBeVisible();
    await expect.element(typed).toHaveValue("half a sentence");
    expect([onSent.mock.calls, onClose.mock.calls, prove.mock.calls]).toEqual([[], [], []]);
  });

  it("is not asked any more once the vault is locked", async () => {
    const { unmount } = await begin();
    await unmount();
    expect(proof.current()).toBeNull();
  });
});

it("fits a narrow screen", async () => {
  await page.viewport(360, 640);
  await begin();
  const { left, right } = question.element().getBoundingClientRect();
  expect(left).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(360);
  await page.viewport(1280, 800);
});
