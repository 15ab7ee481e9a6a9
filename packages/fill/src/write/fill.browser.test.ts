import { afterEach, expect, it } from "vitest";
import { renderPage } from "../testing/render-page.ts";
import { fill } from "./fill.ts";
import type { Values } from "./values.ts";
import { writeValue } from "./write-value.ts";

let clear = (): void => undefined;
afterEach(() => clear());

const LOGIN = { username: "ada", "current-password": "pw" };

async function shown(body: string): Promise<Document> {
  const { document, remove } = await renderPage(`<!doctype html><title>Example</title>${body}`);
  clear = remove;
  return document;
}
const valuesIn = (document: Document): string[] =>
  Array.from(document.querySelectorAll<HTMLInputElement>("input,select"), ({ value }) => value);

it("fills the fields of a login and reports them", async () => {
  const document = await shown(`<form><input name="user"><input type="password"><button>Log in</button></form>`);
  expect(fill(document, LOGIN)).toEqual({ filled: ["username", "current-password"], refused: [] });
  expect(valuesIn(document)).toEqual(["ada", "pw"]);
});

it("leaves a value that the page keeps, and fills the password below it", async () => {
  const document = await shown(
    `<form><input type="email" value="bob@example.org" readonly><input type="password"><button>Log in</button></form>`,
  );
  expect(fill(document, LOGIN)).toEqual({ filled: ["current-password"], refused: [] });
  expect(valuesIn(document)).toEqual(["bob@example.org", "pw"]);
});

it("fills only the form that has the focus", async () => {
  const form = `<form><input name="user"><input type="password"><button>Log in</button></form>`;
  const document = await shown(form + form);
  document.querySelectorAll("input")[2]?.focus();
  fill(document, LOGIN);
  expect(valuesIn(document)).toEqual(["", "", "ada", "pw"]);
});

it("fills the form that has the focus inside a shadow root", async () => {
  const document = await shown("<div></div><div></div>");
  const roots = Array.from(document.querySelectorAll("div"), (host) => host.attachShadow({ mode: "open" }));
  for (const root of roots) root.innerHTML = `<form><input name="user"><input type="password"><button>Log in</button></form>`;
  roots[1]?.querySelector("input")?.focus();
  fill(document, LOGIN);
  expect(roots.map((root) => root.querySelector("input")?.value)).toEqual(["", "ada"]);
});

it("does not fill the current password into a field for a new one", async () => {
  const document = await shown(
    `<form><h1>Sign up</h1><input type="email"><input type="password" autocomplete="new-password"><button>Create account</button></form>`,
  );
  fill(document, LOGIN);
  expect(valuesIn(document)).toEqual(["", ""]);
});

it("writes nothing into invisible fields or a search", async () => {
  const document = await shown(
    `<form><input type="search"><input name="user"><input type="password"><input type="password" style="opacity:0"><input name="login2" style="position:absolute;left:-9999px"><button>Log in</button></form>`,
  );
  fill(document, LOGIN);
  expect(valuesIn(document)).toEqual(["", "ada", "pw", "", ""]);
});

it.each([
  "clip-path:inset(98% 0 0 0)",
  "clip-path:inset(0 9999px 0 0)",
  "clip-path:inset(0 40% 0 60%)",
  "clip-path:ellipse(50% 0)",
  "filter:blur(0px) opacity(0)",
  "position:fixed;left:2000px",
  "position:fixed;top:100vh",
])("writes nothing into what a page draws away, nor into what is in it: %s", async (style) => {
  const document = await shown(
    `<form><input name="user" style="${style}"><div style="overflow:auto;${style}"><input type="password"></div><button>Log in</button></form>`,
  );
  expect(fill(document, LOGIN).filled).toEqual([]);
  expect(valuesIn(document)).toEqual(["", ""]);
});

it.each([
  `<div style="overflow:auto;width:300px"><input type="password" style="position:fixed;left:2000px"></div>`,
  ...["html{overflow-x:hidden}", "body{overflow-x:hidden}", "body{overflow-x:clip}"].map(
    (rule) => `<style>${rule}</style><input type="password" style="position:absolute;left:2000px">`,
  ),
])("writes nothing where no one can scroll to: %s", async (field) => {
  fill(await shown(`<form>${field}<button>Log in</button></form>`), LOGIN);
  expect(window.document.querySelector("iframe")?.contentDocument?.querySelector("input")?.value).toBe("");
});

it.each([
  `<div style="transform:translateY(900px)"><input type="password" style="position:fixed;top:10px"></div><p style="height:2000px"></p>`,
  `<input type="password" style="position:fixed;top:10px;left:10px">`,
  `<input type="password" style="position:absolute;left:2000px">`,
  `<style>body{overflow-x:hidden}</style><div style="overflow:auto;width:300px"><div style="width:3000px;padding-left:2000px"><input type="password"></div></div>`,
  `<div style="position:fixed;inset:0;overflow:hidden auto"><p style="height:3000px"></p><input type="password"></div>`,
  `<input type="password" style="clip-path:inset(2px round 4px)">`,
  `<input type="password" style="filter:opacity(0.9)">`,
])("writes where a person sees or can scroll to: %s", async (field) => {
  const document = await shown(`<form>${field}<button>Log in</button></form>`);
  expect(fill(document, LOGIN).filled).toEqual(["current-password"]);
});

it.each([`<form action="http://shop.example/">`, `<form><button formaction="http://shop.example/">Log in</button>`])(
  "fills nothing that %s would send unencrypted",
  async (form) => {
    const document = await shown(`${form}<input name="user"><input type="password"><button>Log in</button></form>`);
    expect(fill(document, LOGIN).filled).toEqual([]);
    expect(valuesIn(document)).toEqual(["", ""]);
  },
);

it("fires the same events as typing", async () => {
  const document = await shown(`<form><input name="user"><input type="password"><button>Log in</button></form>`);
  const heard: string[] = [];
  for (const name of ["keydown", "input", "keyup", "change"])
    document.querySelector("input")?.addEventListener(name, () => heard.push(name));
  fill(document, LOGIN);
  expect(heard).toEqual(["keydown", "input", "keyup", "change"]);
});

it("reports what the page did not accept", async () => {
  const document = await shown(`<form><input name="user"><input type="password"><button>Log in</button></form>`);
  const input = document.querySelector("input");
  input?.addEventListener("input", () => {
    input.value = "";
  });
  expect(fill(document, LOGIN)).toEqual({ filled: ["current-password"], refused: ["username"] });
});

it("selects month and year of a card in the format of the lists", async () => {
  const months = Array.from({ length: 12 }, (_, at) => `<option value="${at + 1}">${at + 1} - month</option>`).join("");
  const years = Array.from({ length: 10 }, (_, at) => `<option>${2026 + at}</option>`).join("");
  const document = await shown(
    `<form><label>Card number<input></label><label>Expiry month<select><option value="">Month</option>${months}</select></label><label>Expiry year<select>${years}</select></label><label>CVC<input></label><button>Pay</button></form>`,
  );
  expect(fill(document, { "cc-number": "4111111111111111", "cc-exp": "2031-04", "cc-csc": "123" }).refused).toEqual([]);
  expect(valuesIn(document)).toEqual(["4111111111111111", "4", "2031", "123"]);
});

it("puts one digit of a code into each box", async () => {
  const document = await shown(`<h1>Enter the code</h1>${`<input maxlength="1">`.repeat(6)}<button>Verify</button>`);
  fill(document, { "one-time-code": "123456" });
  expect(valuesIn(document)).toEqual([..."123456"]);
});

it("fills a form that the page re-renders on every input, writing each field once", async () => {
  const document = await shown("<main></main>");
  const main = document.querySelector("main");
  const typed: Record<string, string> = { user: "", pass: "" };
  const heard: string[] = [];
  const render = (): void => {
    if (main === null) return;
    main.innerHTML = `<form><input name="user"><input name="pass" type="password"><button>Log in</button></form>`;
    for (const input of main.querySelectorAll("input")) {
      input.value = typed[input.name] ?? "";
      input.addEventListener("input", () => {
        typed[input.name] = input.value;
        heard.push(input.name);
        render();
      });
    }
  };
  render();
  expect(fill(document, LOGIN)).toEqual({ filled: ["username", "current-password"], refused: [] });
  expect(valuesIn(document)).toEqual(["ada", "pw"]);
  expect(heard).toEqual(["user", "pass"]);
});

it("stops when a page removes its fields for good, and reports what was not filled", async () => {
  const document = await shown(`<form><input name="user"><input type="password"><button>Log in</button></form>`);
  document.querySelector("input")?.addEventListener("input", () => document.querySelector("form")?.remove());
  expect(fill(document, LOGIN)).toEqual({ filled: ["username"], refused: ["current-password"] });
});

it.each([
  [["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"], "May"],
  [["Monat", "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember"], "Mai"],
])("selects the month of a birthday in a list of names: %j", async (names, chosen) => {
  const options = (...texts: readonly string[]): string => texts.map((text) => `<option>${text}</option>`).join("");
  const days = options(...Array.from({ length: 31 }, (_, at) => String(at + 1)));
  const document = await shown(
    `<form><h1>Create account</h1><label>First name<input></label><fieldset><legend>Date of birth</legend><select aria-label="Day">${days}</select>
      <select aria-label="Month">${options(...names)}</select><input aria-label="Year" placeholder="yyyy"></fieldset></form>`,
  );
  fill(document, { "given-name": "Ann", bday: "1990-05-17" });
  expect(valuesIn(document)).toEqual(["Ann", "17", chosen, "1990"]);
});

it("fills the form with the most personal fields, not the newsletter before it", async () => {
  const document = await shown(
    `<form><h1>Newsletter</h1><label>Email<input type="email"></label><button>Subscribe</button></form>
     <form><h1>Delivery</h1><label>First name<input></label><label>Street<input></label><label>City<input></label><label>Email<input type="email"></label></form>`,
  );
  fill(document, { email: "ann@example.com", "given-name": "Ann", "street-address": "1 High Street", "address-level2": "Leeds" });
  expect(valuesIn(document)).toEqual(["", "Ann", "1 High Street", "Leeds", "ann@example.com"]);
});

it("fills the form of a modal dialog or a popover, and nothing behind the dialog", async () => {
  const form = `<form><input name="user"><input type="password"><button>Log in</button></form>`;
  const document = await shown(`<header>${form}</header><dialog><button autofocus>Close</button>${form}</dialog>`);
  document.querySelector("dialog")?.showModal();
  fill(document, LOGIN);
  expect(valuesIn(document)).toEqual(["", "", "ada", "pw"]);
  clear();
  const other = await shown(`<div popover>${form}</div>`);
  expect(fill(other, LOGIN).filled).toEqual([]);
  other.querySelector<HTMLElement>("[popover]")?.showPopover();
  expect(fill(other, LOGIN).filled).toEqual(["username", "current-password"]);
});

it("fills the form in a shadow root within a modal dialog", async () => {
  const document = await shown("<dialog><div></div></dialog>");
  const root = document.querySelector("div")?.attachShadow({ mode: "open" });
  if (root) root.innerHTML = `<form><input name="user"><input type="password"><button>Log in</button></form>`;
  document.querySelector("dialog")?.showModal();
  expect(fill(document, LOGIN).filled).toEqual(["username", "current-password"]);
});

it("writes nothing into a form inside a nearly transparent container", async () => {
  const clear = `opacity:0.3`;
  const document = await shown(
    `<div style="${clear}"><div style="${clear}"><form><input name="user"><input type="password"><button>Log in</button></form></div></div>`,
  );
  expect(fill(document, LOGIN).filled).toEqual([]);
  expect(valuesIn(document)).toEqual(["", ""]);
});

it("fills a form that is sent to a server on this machine", async () => {
  for (const host of ["localhost:9", "127.0.0.1", "[::1]:9"]) {
    const document = await shown(`<form action="http://${host}/"><input name="user"><input type="password"><button>Log in</button></form>`);
    expect(fill(document, LOGIN).filled).toEqual(["username", "current-password"]);
    clear();
  }
});

it.each<[string, (field: HTMLInputElement) => void]>([
  ["hides", (field) => field.style.setProperty("opacity", "0")],
  ["locks", (field) => field.setAttribute("readonly", "")],
  ["switches off", (field) => field.setAttribute("disabled", "")],
])("writes no password into a field that the page %s during filling", async (_, change) => {
  const document = await shown(`<form><input name="user"><input type="password"><button>Log in</button></form>`);
  const [user, password] = document.querySelectorAll("input");
  user?.addEventListener("input", () => password && change(password));
  expect(fill(document, LOGIN)).toEqual({ filled: ["username"], refused: ["current-password"] });
  expect(password?.value).toBe("");
});

it("focuses each field before writing, like a typing user, and fires events for a selection", async () => {
  const document = await shown(
    `<form><h1>Payment</h1><label>Card number<input></label><label>Expiry month<select><option>01</option><option>04</option></select></label><label>CVC<input></label></form>`,
  );
  const heard: string[] = [];
  for (const [name, field] of [...document.querySelectorAll("input,select")].entries())
    for (const event of ["focus", "input", "change"]) field.addEventListener(event, () => heard.push(`${event} ${name}`));
  fill(document, { "cc-number": "4111111111111111", "cc-exp": "2031-04" });
  expect(heard).toEqual(["focus 0", "input 0", "change 0", "focus 1", "input 1", "change 1"]);
});

it("does not select a month in a list of twelve years", async () => {
  const years = Array.from({ length: 12 }, (_, at) => `<option>${2026 + at}</option>`).join("");
  const document = await shown(`<select>${years}</select>`);
  const [list] = document.querySelectorAll("select");
  expect(list && writeValue(list, { role: "cc-exp-month", text: "04" })).toBe(false);
  expect(list?.value).toBe("2026");
});

/** A form with this list, in which `values` are written. @returns what a person reads as chosen; null where nothing was */
async function chosenIn(label: string, options: string, values: Values): Promise<string | null> {
  const document = await shown(
    `<form><h1>Delivery</h1><label>First name<input></label><label>Street<input></label><label>City<input></label>
      <label>${label}<select><option value="">…</option>${options}</select></label></form>`,
  );
  fill(document, { "given-name": "Ann", ...values });
  const [list] = document.querySelectorAll("select");
  return list?.value === "" ? null : (list?.selectedOptions[0]?.text ?? null);
}
const COUNTRIES = `<option value="AT">Österreich</option><option value="FR">Frankreich</option>`;
const GERMANY = { country: "Germany", known: { country: ["DE", "DEU", "276", "Deutschland", "Allemagne", "Germany DE"] } };

it.each([
  ["<option value=DE>Deutschland</option>", "Deutschland"],
  ["<option value=DE>D</option>", "D"],
  ["<option value=deu>Bundesrepublik</option>", "Bundesrepublik"],
  ["<option value=276>Bundesrepublik</option>", "Bundesrepublik"],
  ["<option>ALLEMAGNE</option>", "ALLEMAGNE"],
  ["<option>Germany (DE)</option>", "Germany (DE)"],
  ["<option value=1>One</option><option value=276>A site's own number</option>", null],
  ["<option>East Germany</option>", null],
])("chooses a country by its codes and its names in other languages: %s", async (option, chosen) => {
  expect(await chosenIn("Country", COUNTRIES + option, GERMANY)).toBe(chosen);
});

it.each([
  ["Korea", "<option value=KP>Korea (North)</option><option value=KR>Korea (South)</option>"],
  ["Guinea", "<option value=GW>Guinea-Bissau</option><option value=PG>Papua New Guinea</option>"],
])("chooses no country whose name only holds what is meant: %s", async (country, options) => {
  expect(await chosenIn("Country", COUNTRIES + options, { country })).toBe(null);
});

it("chooses a state by what is read, though the values are a site's own numbers", async () => {
  const options = ["Alabama", "Alaska", "California", "Texas"].map((name, at) => `<option value="${at + 10}">${name}</option>`).join("");
  const values = { "address-level1": "CA", known: { "address-level1": ["CA", "California", "US-CA"] } };
  expect(await chosenIn("State", options, values)).toBe("California");
  expect(await chosenIn("State", options.replace("California", "CA - California"), values)).toBe(null);
});

const MONTHS = "January February March April May June July August September October November December".split(" ");
it.each([
  ["by their names", (name: string, at: number) => `<option value="${at}">${name}</option>`, "April"],
  ["by number and name", (name: string, at: number) => `<option value="${at}">${at + 1} - ${name}</option>`, "4 - April"],
  ["by number", (_: string, at: number) => `<option value="${at}">${at + 1}</option>`, "4"],
  ["from the fourth on", (name: string, at: number) => (at < 3 ? "" : `<option value="${at}">${name}</option>`), "April"],
])("chooses a month in a list whose values are counted from 0: %s", async (_, option, chosen) => {
  const document = await shown(
    `<form><label>Card number<input></label><label>Expiry month<select>${MONTHS.map(option).join("")}</select></label>
      <label>Expiry year<select>${["30", "31", "32"].map((year) => `<option>${year}</option>`).join("")}</select></label><label>CVC<input></label></form>`,
  );
  fill(document, {
    "cc-number": "4111111111111111",
    "cc-exp": "2031-04",
    known: { "cc-exp-month": ["April", "Apr"], "cc-exp-year": ["31"] },
  });
  expect(Array.from(document.querySelectorAll("select"), ({ selectedOptions }) => selectedOptions[0]?.text)).toEqual([chosen, "31"]);
});

const BERMUDA = ["BM", "Bermuda", "Bermuda 1", "US", "United States", "United States 1"];
const UK_AND_JERSEY = ["United Kingdom", "United Kingdom 44", "GB"];
it.each<[string, string, readonly string[], string | null]>([
  ["+49", `<option value="+43">Austria (+43)</option><option value="+49">Germany (+49)</option>`, [], "Germany (+49)"],
  ["+49", `<option value="43">+43</option><option value="49">+49</option>`, [], "+49"],
  ["+49", `<option value="AT">🇦🇹 +43</option><option value="DE">🇩🇪 +49</option><option value="FR">🇫🇷 +33</option>`, [], "🇩🇪 +49"],
  ["+44", `<option>Jersey (+44)</option><option>United Kingdom (+44)</option>`, UK_AND_JERSEY, "United Kingdom (+44)"],
  ["+44", `<option>Jersey (+44)</option><option>Guernsey (+44)</option>`, [], null],
  ["+49", `<option selected>Canada (+1)</option><option>France (+33)</option>`, [], "Canada (+1)"],
  ["+264", `<option>Anguilla (+1 264)</option><option>Namibia (+264)</option>`, [], "Namibia (+264)"],
  ["+264", `<option>Anguilla (+1 264)</option><option>Austria (+43)</option>`, [], null],
  ["+1", `<option value="1840">United States +1</option><option value="1060">Bermuda +1 (441)</option>`, [], "United States +1"],
  ["+1", `<option>Bermuda +1 (441)</option><option>Austria +43</option>`, [], null],
  ["+44", `<option>Jersey +44 1534</option><option>United Kingdom +44 (0)</option>`, [], "United Kingdom +44 (0)"],
  ["+1", `<option value="BM">Bermuda (+1-441)</option><option value="US">United States (+1)</option>`, BERMUDA, "United States (+1)"],
  ["+1", `<option value="US">United States (+1)</option><option value="BM">Bermuda (+1)</option>`, BERMUDA, "Bermuda (+1)"],
  ["+1", `<option value="1840">United States (+1)</option><option value="1060">Bermuda (+1-441)</option>`, [], "United States (+1)"],
  ["+1", `<option value="1840">United States</option><option value="1">Canada</option>`, ["US", "United States"], "Canada"],
  ["+1", `<option value="+1441">Bermuda</option><option value="+1">United States</option>`, BERMUDA, "United States"],
  [
    "+1",
    `<option value="VI">Virgin Islands (US) +1340</option><option value="CA">Canada +1</option>`,
    ["US", "United States"],
    "Canada +1",
  ],
  ["+44", `<option value="GG">Guernsey (+44-1481)</option><option>🇬🇧 +44 (0)</option>`, ["GG", "Guernsey"], "🇬🇧 +44 (0)"],
  ["+1", `<option>1. Afghanistan +93</option><option>2. USA +1</option>`, [], "2. USA +1"],
  ["+91", `<option value="1">🏴</option><option value="91">🇮🇳</option>`, ["IN", "India"], "🇮🇳"],
  ["+91", `<option value="1">Foo</option><option value="2">Bar</option><option value="91">Baz</option>`, ["IN", "India"], null],
])("chooses the code of a telephone, %s, in a list, or writes nothing of it: %s", async (code, options, known, chosen) => {
  const values = { "tel-country-code": code, "tel-national": "0170 1", known: { "tel-country-code": known, "tel-national": ["170 1"] } };
  const document = await shown(
    `<form><h1>Delivery</h1><label>First name<input></label><label>Street<input></label><label>City<input></label>
      <label>Country code<select autocomplete="tel-country-code"><option value="">…</option>${options}</select></label>
      <label>Phone<input autocomplete="tel-national"></label></form>`,
  );
  fill(document, { "given-name": "Ann", ...values });
  const [list] = document.querySelectorAll("select");
  expect(list?.value === "" ? null : list?.selectedOptions[0]?.text).toBe(chosen);
  expect(valuesIn(document).at(-1)).toBe(chosen === null || chosen === "Canada (+1)" ? "" : "170 1");
});

it.each<[string, string, string, string[], string[]]>([
  ["a user name that is typed", "bob", "", [], ["bob", ""]],
  ["half of one", "b", "", [], ["b", ""]],
  ["its own user name", "Ada", "", ["current-password"], ["Ada", "pw"]],
  ["a password that is typed", "", "mine", ["username"], ["ada", "mine"]],
  ["nothing", "", "", ["username", "current-password"], ["ada", "pw"]],
  ["what was filled before", "ada", "pw", ["username", "current-password"], ["ada", "pw"]],
])("overwrites nothing where no one has picked, and puts no password under another name: %s", async (_, user, password, filled, left) => {
  const document = await shown(`<form><input name="user"><input type="password"><button>Log in</button></form>`);
  const [name, secret] = document.querySelectorAll("input");
  if (name) name.value = user;
  if (secret) secret.value = password;
  expect(fill(document, LOGIN, [], "ada").filled).toEqual(filled);
  expect(valuesIn(document)).toEqual(left);
});

it("puts no password under another name that the page keeps, where no one has picked", async () => {
  const document = await shown(
    `<form><input type="email" value="bob@example.org" readonly><input type="password"><button>Log in</button></form>`,
  );
  expect(fill(document, { "current-password": "pw" }, [], "ada@example.org").filled).toEqual([]);
  expect(fill(document, { "current-password": "pw" }, [], "bob@example.org").filled).toEqual(["current-password"]);
});
