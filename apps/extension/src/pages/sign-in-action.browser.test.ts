/** "Sign in to" fills where no one has picked: no password goes under another name. */
import type { SessionWatch } from "@coffer/app/frame/session-watch.ts";
import { toast } from "@coffer/app/ui/toast.ts";
import { blankDraft } from "@coffer/core/items/item";
import { recognise } from "@coffer/fill/recognise";
import { fill } from "@coffer/fill/write/fill";
import { afterEach, expect, it, vi } from "vitest";
import type { PageRequest } from "../page-requests.ts";
import { fakeChrome } from "../testing/fake-chrome.ts";

const [TAB, SHOP] = [7, "https://shop.example/login"];
const fields = { username: "ann", password: "secret", website_url: SHOP };
const item = { ...blankDraft("password"), id: "1", state: "intact", fields };

/** The person presses "Sign in to". @returns what they hear of it; null where nothing is wrong */
async function presses(login: object = item): Promise<unknown> {
  const heard = vi.spyOn(toast, "failed").mockReturnValue(undefined);
  const closed = vi.spyOn(window, "close").mockReturnValue(undefined);
  heard.mockClear();
  closed.mockClear();
  const { signInAction } = await import("./sign-in-action.tsx");
  const vault = { findForPage: async () => [item.id], openMany: async () => [login] };
  const watch = { later: async () => ({ vault, sites: { picked: async () => [] } }) } as unknown as SessionWatch;
  signInAction(watch, { id: TAB, address: SHOP }).run();
  await vi.waitFor(() => expect(heard.mock.calls.length + closed.mock.calls.length).toBe(1));
  return heard.mock.lastCall?.[1] ?? null;
}

/** @returns what the page was told to write, and what the person hears */
async function signsIn(typedBefore: object): Promise<readonly unknown[]> {
  const { chrome, tabs, session, page } = fakeChrome();
  tabs.set(TAB, SHOP);
  session.set("captured", typedBefore);
  Object.assign(globalThis, { chrome });
  const written: unknown[] = [];
  page.answer = async (_, message) => {
    if ("values" in message) written.push(message);
    const roles = [{ role: "username" }, { role: "current-password" }];
    return "values" in message ? { filled: [], refused: [] } : { address: SHOP, origin: new URL(SHOP).origin, fields: roles };
  };
  return [written, await presses()];
}

const ELSE = "Something else is typed on this page. Fill in the login from the list.";

it("says whose login it is to the page, which writes nothing under another name, and sends no form then", async () => {
  const values = { username: "ann", "current-password": "secret" };
  expect(await signsIn({})).toEqual([[{ ask: "fill", values, named: "ann" }], ELSE]);
});

it("has nothing written where an earlier step has sent another name", async () => {
  const sent = { username: "bob", current: "", next: "", page: SHOP, at: Date.now(), offer: null };
  expect(await signsIn({ [TAB]: sent })).toEqual([[{ ask: "fill", values: {}, named: "ann" }], ELSE]);
});

/** A form as a browser has filled it in before. */
const ofForm = (user: string, password: string, more = ""): string =>
  `<form><label>User name <input name="user" autocomplete="username" value="${user}" ${more}></label>
    <label>Password <input type="password" autocomplete="current-password" value="${password}"></label><button>Log in</button></form>`;

let clear = (): void => undefined;
afterEach(() => clear());

/** A page with a real form, in which what Coffer does is done. @returns what the person hears, and what the form sends */
async function sends(form: string, login?: object): Promise<readonly unknown[]> {
  const { chrome, tabs, page } = fakeChrome();
  tabs.set(TAB, SHOP);
  const place = document.createElement("main");
  place.innerHTML = form;
  document.body.append(place);
  clear = () => place.remove();
  const sent: unknown[] = [];
  place.addEventListener("submit", (event) => {
    event.preventDefault();
    sent.push(Array.from(place.querySelectorAll("input"), ({ value }) => value));
  });
  page.answer = async (_, message) => {
    const request = message as PageRequest;
    if (request.ask === "fill") return fill(document, request.values, [], request.named);
    return { address: SHOP, origin: new URL(SHOP).origin, fields: recognise(document).map(({ role }) => ({ role })) };
  };
  const executeScript = async ({ func }: { func?: () => void }) => {
    func?.();
    return [{ frameId: 0, documentId: "d" }];
  };
  Object.assign(globalThis, { chrome: { ...chrome, scripting: { executeScript } } });
  return [await presses(login), ...sent];
}

it.each<[string, string, string, string]>([
  ["nothing", "", "", ""],
  ["its own user name", "ann", "", ""],
  ["its own user name in other letters", "Ann", "", ""],
  ["its own user name, which stays", "ann", "", "readonly"],
  ["what was filled before", "ann", "secret", ""],
])("sends the login's own password where the form has %s", async (_, user, password, more) => {
  expect(await sends(ofForm(user, password, more))).toEqual([null, [user || "ann", "secret"]]);
});

it.each(["", "ann"])(
  "sends no password that Coffer has not written, whatever browser or person has put there; the name is %j",
  async (user) => {
    expect(await sends(ofForm(user, "outdated"))).toEqual([ELSE]);
  },
);

it("sends nothing for a login without a password", async () => {
  expect(await sends(ofForm("", "outdated"), { ...item, fields: { ...fields, password: "" } })).toEqual([null]);
});
