/** The questions of the extension: what is asked, what a press sends, and what is said of it. */
import "../../../../packages/app/src/testing/act.ts";
import type { Client } from "@coffer/client";
import { beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup, render } from "vitest-browser-react";
import { ANN } from "../../../../packages/app/src/testing/ann.ts";
import type { WebSession } from "../link/web-session.ts";
import type { Ceremony, Choice } from "../passkeys/ceremony.ts";
import type { OpenCeremony } from "../passkeys/messages.ts";
import type { Offer } from "../save/messages.ts";
import { PasskeyQuestion, type Ready } from "./PasskeyQuestion.tsx";
import { PendingAccount } from "./PendingAccount.tsx";
import { SaveQuestion } from "./SaveQuestion.tsx";
import { COVERED } from "./use-reply.ts";
import { standsNow } from "./window-page.ts";

const sent: unknown[] = [];
let answer: () => Promise<object | null>;
let onDone = vi.fn();
beforeEach(async () => {
  await cleanup();
  sent.length = 0;
  onDone = vi.fn();
  answer = async () => ({});
  const sendMessage = (message: unknown) => {
    sent.push(message);
    return answer();
  };
  Object.assign(globalThis, { chrome: { runtime: { sendMessage } } });
});

const OFFER: Offer = { host: "shop.example", username: "ann", part: "password", updates: [] };
const UPDATES = [
  { id: "1", title: "Shop", username: "ann" },
  { id: "2", title: "Old shop", username: "" },
];
const press = (name: string) => page.getByRole("button", { name }).click();
const isSaid = (text: string) => expect.element(page.getByRole("status")).toHaveTextContent(text);
const ask = (offer: Partial<Offer> = {}, more: Partial<Parameters<typeof SaveQuestion>[0]> = {}) =>
  render(<SaveQuestion offer={{ ...OFFER, ...offer }} isDeliberate={() => true} onDone={onDone} {...more} />);

it("a login is saved by one press, which says so; the popup says of which tab", async () => {
  await ask({}, { tabId: 7 });
  await expect.element(page.getByRole("heading")).toHaveTextContent("Save this login in Coffer?");
  await expect.element(page.getByText("ann at shop.example")).toBeVisible();
  await press("Save");
  await isSaid("Saved in Coffer.");
  expect(sent).toEqual([{ offer: "save", tabId: 7 }]);
  // Until the question goes a second press would ask for what is saved already.
  await expect.element(page.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
  await expect.poll(() => onDone.mock.calls.length, { timeout: 3_000 }).toBe(1);
});

it("an entry is chosen whose password changes, by the name that it has, or none", async () => {
  await ask({ updates: UPDATES });
  await expect.element(page.getByRole("heading")).toHaveTextContent("Update the password in Coffer?");
  await page.getByRole("combobox").selectOptions("Old shop");
  await press("Update");
  await isSaid("Password updated.");
  await cleanup();
  await ask({ updates: UPDATES });
  await page.getByRole("combobox").selectOptions("Save as a new entry");
  await press("Save");
  await isSaid("Saved in Coffer.");
  expect(sent).toEqual([{ offer: "save", id: "2" }, { offer: "save" }]);
});

it("an answer names what it is about", async () => {
  await ask({ pending: "3", updates: UPDATES });
  await press("Never here");
  expect(sent).toEqual([{ offer: "never", pending: "3" }]);
});

const OF_EVE = { owner: { sharedBy: "eve@example.com" } };
const BY_EVE = "Shared by eve@example.com, who will be able to read it";

it("a login is saved as a new one where only another person's is there, which can be chosen below who will read it", async () => {
  const updates: Offer["updates"] = [{ id: "t", title: "Bank", username: "ann", onlyIfChosen: true, readers: OF_EVE }];
  await ask({ updates });
  await expect.element(page.getByRole("heading")).toHaveTextContent("Save this login in Coffer?");
  await expect.element(page.getByText("ann, at shop.example:")).toBeVisible();
  await expect.element(page.getByRole("combobox")).toHaveDisplayValue("Save as a new entry");
  // A closed list has no group that could be asked for by its role.
  expect([...document.querySelectorAll("optgroup")].map(({ label, textContent }) => [label, textContent])).toEqual([
    [BY_EVE, "Bank · ann"],
  ]);
  await press("Save");
  await isSaid("Saved in Coffer.");
  await cleanup();
  await ask({ updates });
  await page.getByRole("combobox").selectOptions("Bank · ann");
  await expect.element(page.getByRole("paragraph").getByText(BY_EVE)).toBeVisible();
  await press("Update");
  await isSaid("Password updated.");
  expect(sent).toEqual([{ offer: "save" }, { offer: "save", id: "t" }]);
});

it("an own login comes before those of others, and says in which shared vault it is", async () => {
  const readers = { within: "Family" };
  const theirs = { id: "t", title: "Bank", username: "ann", onlyIfChosen: true, readers: OF_EVE } as const;
  await ask({ updates: [{ id: "1", title: "Shop", username: "ann", readers }, theirs] });
  await expect.element(page.getByRole("combobox")).toHaveDisplayValue("Shop · ann");
  await expect.element(page.getByText("In the shared vault Family")).toBeVisible();
  await expect.element(page.getByRole("paragraph").getByText(BY_EVE)).not.toBeInTheDocument();
  const listed = [...document.querySelectorAll("option")].map(({ text }) => text);
  expect(listed).toEqual(["Shop · ann", "Save as a new entry", "Bank · ann"]);
});

it("the question has room for who reads an entry in its frame, in the longest words that fit", async () => {
  const readers = { owner: { sharedBy: `${"e".repeat(30)}@${"long.".repeat(8)}example` } };
  const { container } = await ask({ updates: [{ id: "t", title: "Bank", username: "ann", readers }] });
  Object.assign(container.style, { width: "374px" });
  expect(container.getBoundingClientRect().height).toBeLessThanOrEqual(270);
});

it("a user name that changes is said as such", async () => {
  await ask({ updates: UPDATES, part: "username", username: "" });
  await expect.element(page.getByRole("heading")).toHaveTextContent("Update the username in Coffer?");
  await press("Update");
  await isSaid("Username updated.");
});

it("goes at once where it is put off, and stays where it was covered, refused or interrupted", async () => {
  let isSeen = false;
  await ask({ username: "" }, { isDeliberate: () => isSeen });
  await expect.element(page.getByText("No username at shop.example")).toBeVisible();
  await press("Not now");
  await isSaid(COVERED);
  expect(sent).toEqual([]);
  isSeen = true;
  answer = async () => ({ failed: "login-gone" });
  await press("Save");
  await isSaid("Coffer no longer has this login. Sign in once more.");
  answer = () => Promise.reject(new Error("the worker was stopped"));
  await press("Never here");
  await isSaid("Coffer was interrupted. Press again.");
  expect(onDone).not.toHaveBeenCalled();
  answer = async () => ({});
  await press("Not now");
  expect(onDone).toHaveBeenCalledOnce();
});

const told = vi.fn();
const proofs = vi.fn<(client: unknown, password: string) => Promise<void>>();
const open: OpenCeremony = {
  ...{ kind: "get", id: "1", tabId: 7, documentId: "d" },
  ...{ origin: "https://www.shop.example", options: "{}" },
};
const part: Partial<Ceremony> = {
  open,
  site: "shop.example",
  host: "www.shop.example",
  answer: told,
  alwaysBrowser: told,
  prove: proofs,
};
const ceremony = part as Ceremony;
const client = {} as Partial<Client> as Client;
const take = vi.fn<() => Promise<void>>();
const aChoice = (more: Partial<Choice> = {}): Choice => ({
  ...{ key: "1", title: "ann", detail: "Shop", label: "Sign in as ann" },
  wantsPassword: async () => false,
  take,
  ...more,
});
/** A press counts once the window has stood for a moment. */
async function window(ready: Partial<Ready> | null): Promise<void> {
  for (const one of [told, proofs, take]) one.mockReset();
  await render(<PasskeyQuestion ceremony={ceremony} ready={ready && { client, choices: [aChoice()], picked: null, ...ready }} />);
  let clock = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => (clock += 1_000));
}
beforeEach(() => vi.restoreAllMocks());

it("a passkey is taken by one press, and says what fails", async () => {
  await window({});
  await expect.element(page.getByRole("heading")).toHaveTextContent("Sign in to shop.example with a passkey?");
  take.mockRejectedValueOnce(new Error("x"));
  await press("Sign in as ann");
  await expect.element(page.getByRole("status")).not.toHaveTextContent(/^$/);
  await press("Sign in as ann");
  expect(take).toHaveBeenCalledTimes(2);
});

it("says who will read what is saved in a login", async () => {
  await window({ choices: [aChoice({ note: BY_EVE }), aChoice({ key: "new", label: "Save in a new login" })] });
  await expect.element(page.getByRole("listitem").first()).toHaveTextContent(BY_EVE);
  await expect.element(page.getByRole("listitem").nth(1)).not.toHaveTextContent("Shared");
});

it("takes no press that comes as the window does", async () => {
  await window({});
  vi.spyOn(performance, "now").mockReturnValue(0);
  standsNow();
  await press("Sign in as ann");
  await press("Not now");
  expect([take.mock.calls, told.mock.calls]).toEqual([[], []]);
});

it("asks for the master password where it is wanted, and takes the passkey once it is right", async () => {
  await window({ choices: [aChoice({ wantsPassword: async () => true })] });
  await press("Sign in as ann");
  const field = page.getByLabelText("Master password");
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard("{Enter}"); // nothing was typed
  expect(proofs).not.toHaveBeenCalled();
  proofs.mockRejectedValueOnce(new Error("x"));
  await field.fill("wrong");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("alert")).not.toHaveTextContent(/^$/);
  await expect.element(field).toHaveAttribute("aria-invalid", "true");
  expect(take).not.toHaveBeenCalled();
  await field.fill("right");
  await press("Sign in as ann");
  await expect.poll(() => take.mock.calls.length).toBe(1);
  expect(proofs.mock.calls.map(([, password]) => password)).toEqual(["wrong", "right"]);
  // It is over: nothing is proved twice.
  await expect.element(page.getByRole("button", { name: "Checking..." })).toBeDisabled();
  await userEvent.keyboard("{Enter}");
  expect(proofs).toHaveBeenCalledTimes(2);
});

it("takes at once what was picked before it came, and shows who asks while the vault opens", async () => {
  await window({ picked: aChoice() });
  await expect.poll(() => take.mock.calls.length).toBe(1);
  await cleanup();
  await window(null);
  await expect.element(page.getByText("www.shop.example asks.")).toBeVisible();
  await expect.element(page.getByRole("list", { name: "Choices" })).toHaveAttribute("aria-busy", "true");
  await expect.element(page.getByRole("button", { name: "Never ask on this site" })).toBeDisabled();
});

it("leads out without a passkey: by another device, by nothing, or by never asking here again", async () => {
  await window({});
  for (const name of ["Use another device or key", "Not now", "Never ask on this site"]) await press(name);
  expect(told.mock.calls).toEqual([[{ by: "browser" }], [{ error: "NotAllowedError" }], [client]]);
});

it("says so where a site could not be kept among those that are never asked, and it can be pressed again", async () => {
  await window({});
  told.mockRejectedValueOnce(new Error("x"));
  await press("Never ask on this site");
  await expect.element(page.getByRole("status")).toHaveTextContent("This could not be kept. Try again.");
  await press("Never ask on this site");
  expect(told).toHaveBeenCalledTimes(2);
});

it("says so where an account of the web could not be taken over", async () => {
  const failing = () => Promise.reject(new Error("x"));
  const area = { get: failing, set: failing, remove: failing, onChanged: { addListener: () => undefined } };
  Object.assign(globalThis, { chrome: { storage: { session: area, local: area } } });
  const shown: Partial<WebSession> = { user: ANN.user };
  const pending = shown as WebSession;
  await render(<PendingAccount pending={pending} server="https://coffer.example" />);
  await press("Use this account");
  await expect.element(page.getByRole("status")).toHaveTextContent("This account could not be used. Try again.");
});
