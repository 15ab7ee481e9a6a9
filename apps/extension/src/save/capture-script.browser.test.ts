/** What our script tells the worker of what is typed into a page: a login when it is sent, that its form has gone, and nothing of what was called off. */
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

const sent: Record<string, unknown>[] = [];
const LOGIN = `<form><label>Email <input type="email"></label><label>Password <input type="password"></label>
  <button>Log in</button><button type="button">Cancel</button><span role="button">Go</span></form>`;
const CARD = `<form><label>Card number <input autocomplete="cc-number"></label><label>Name on card <input autocomplete="cc-name"></label>
  <label>Expiry <input autocomplete="cc-exp"></label><label>Security code <input autocomplete="cc-csc"></label><button>Pay</button></form>`;
const stage = document.createElement("main");

beforeAll(async () => {
  const sendMessage = async (message: Record<string, unknown>): Promise<unknown> => {
    if (message.menu === "taught") return null;
    sent.push(message);
    return null;
  };
  Object.assign(globalThis, { chrome: { runtime: { sendMessage }, dom: { openOrClosedShadowRoot: () => null } } });
  stage.addEventListener("submit", (event) => event.preventDefault());
  await import("./capture-script.ts");
});
beforeEach(() => {
  sent.length = 0;
  document.body.append(stage);
});
afterEach(async () => {
  stage.remove();
  // It is said of the test in which the form was sent.
  if (saves().some((save) => save === "sent" || save === "own")) await expect.poll(saves).toContain("gone");
});

const field = (selector: string): HTMLInputElement => stage.querySelector(selector) ?? expect.fail(selector);
const press = (name: string) => userEvent.click(page.getByRole("button", { name }));
/** A press on a button that sends is heard as a press and as a sent form. */
const saves = () => [...new Set(sent.map(({ save }) => save))];

/** What is in the fields counts, whatever wrote it; who sends it has to be a person. */
function login(): void {
  stage.innerHTML = LOGIN;
  field("[type=email]").value = "eve@shop.example";
  field("[type=password]").value = "Eves-secret-1";
}

it("tells a login when its form is sent, and later that the form has gone", async () => {
  login();
  await press("Log in");
  expect(sent).toContainEqual({ save: "sent", typed: { username: "eve@shop.example", current: "Eves-secret-1", next: "" } });
  expect(saves()).toEqual(["sent"]);
  stage.replaceChildren();
  await expect.poll(saves).toEqual(["sent", "gone"]);
});

it("tells it by the key that sends a form, and by a press on a button that sends without one", async () => {
  login();
  field("[type=password]").focus();
  await userEvent.keyboard("{Enter}");
  expect(saves()).toEqual(["sent"]);
  login();
  field("form").replaceWith(...field("form").children);
  await expect.poll(saves).toEqual(["sent", "gone"]);
  sent.length = 0;
  await press("Log in");
  expect(saves()).toEqual(["sent"]);
});

it("tells nothing of what is called off, nor of what the page sends by itself", async () => {
  login();
  await press("Cancel");
  field("[role=button]").dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true }));
  field("form").dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  field("[type=password]").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  field("[type=password]").focus();
  await userEvent.keyboard("x");
  expect(saves()).toEqual([]);
});

it("tells a password when its field is left, once, and nothing of other fields", async () => {
  login();
  await userEvent.fill(field("[type=email]"), "ann@shop.example");
  for (const password of ["Only-once-1", "", "Only-once-1"]) await userEvent.fill(field("[type=password]"), password);
  field("[type=email]").focus();
  field("[type=password]").dispatchEvent(new Event("change", { bubbles: true }));
  expect(sent).toEqual([{ save: "password", password: "Only-once-1" }]);
});

it("tells no password that the page wrote by itself, as if a person did", async () => {
  login();
  const isActive = vi.spyOn(navigator.userActivation, "isActive", "get").mockReturnValue(false);
  for (const password of ["Guess-1", "Guess-2"]) {
    field("[type=password]").select();
    document.execCommand("insertText", false, password);
    field("[type=email]").focus();
  }
  expect(field("[type=password]").value).toBe("Guess-2");
  expect(sent).toEqual([]);
  isActive.mockRestore();
});

it("tells a card as it was typed, and no login", async () => {
  stage.innerHTML = CARD;
  for (const [name, value] of Object.entries({ number: "4111 1111 1111 1111", name: "Ann Ash", exp: "12/39", csc: "123" }))
    field(`[autocomplete=cc-${name}]`).value = value;
  await press("Pay");
  expect(saves()).toEqual(["own"]);
  stage.replaceChildren();
  await expect.poll(saves).toEqual(["own", "gone"]);
});

it("tells of a list of telephone codes what it shows and the value behind it, and of what is typed just that", async () => {
  stage.innerHTML = `<form><input autocomplete="given-name" value="Ann"><input autocomplete="family-name" value="Ash"><input autocomplete="address-line1" value="1 High Street">
    <input autocomplete="postal-code" value="AB1 2CD"><input autocomplete="address-level2" value="Bath">
    <select autocomplete="tel-country-code"><option value="IN">🇮🇳 India</option></select><input autocomplete="tel-national" value="98765 43210"><button>Pay</button></form>`;
  await press("Pay");
  const [told] = sent as unknown as { readonly typed?: { readonly fields: Readonly<Record<string, string>> } }[];
  expect(told?.typed?.fields).toMatchObject({ first_name: "Ann", phone: "🇮🇳 India, IN\n98765 43210" });
  stage.replaceChildren();
});

it("watches the form that was sent last alone", async () => {
  login();
  await press("Log in");
  sent.length = 0;
  stage.replaceChildren();
  await expect.poll(saves).toEqual(["gone"]);
  // The press and the sent form began a watch each.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(sent).toHaveLength(1);
});
