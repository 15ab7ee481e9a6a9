/** What pages of real sites taught: one kind of mistake each, in markup of our own. */
import { afterEach, describe, expect, it } from "vitest";
import { recognise } from "./recognise.ts";
import { renderPage } from "./testing/render-page.ts";

let clear = (): void => undefined;
afterEach(() => clear());

async function rolesOf(body: string, title = "Example"): Promise<string> {
  const { document, remove } = await renderPage(`<!doctype html><title>${title}</title>${body}`);
  clear = remove;
  return recognise(document, { withFrames: true })
    .map(({ role }) => role)
    .join(" ");
}

const logIn = "<button>Log in</button>";

describe("the type of a field leads", () => {
  const named: Readonly<Record<string, string>> = {
    "a person's name": `name="html_name_2"`,
    "a postal code": `name="customerpostcode" id="postcode"`,
    "a card number": `name="cardNumber"`,
    "an address": `name="address1"`,
    nothing: `name="fld7"`,
    "a city": `placeholder="••••" name="city"`,
  };
  it.each(Object.entries(named))("so a masked field is a password even if the markup calls it %s", async (_, attributes) => {
    expect(await rolesOf(`<form><input type="email"><input type="password" ${attributes}>${logIn}</form>`)).toBe(
      "username current-password",
    );
  });
  it("but not if a person reads that it asks for an answer or for the number on the back of a card", async () => {
    const answers = `<form><label>Email<input type="email"></label><label>Password<input type="password"></label><label>Security answer 1<input type="password"></label><label>Security answer 2<input type="password"></label><label>Security answer 3<input type="password"></label><label>Security answer 4<input type="password"></label><button>Create account</button></form>`;
    expect(await rolesOf(answers)).toBe("email new-password none none none none");
    const card = `<form><label>Card number<input></label><label>CVV<input type="password" maxlength="3"></label><button>Pay</button></form>`;
    expect(await rolesOf(card)).toBe("cc-number cc-csc");
  });
});

describe("a token that is meant to keep browsers away", () => {
  it.each([
    [`<label>Address line 1<input autocomplete="new-password" name="a1"></label>`, "address-line1"],
    [`<label>Email<input autocomplete="new-password" type="email"></label>`, "email"],
    [`<label>City<input autocomplete="new-password" name="c"></label>`, "address-level2"],
    [`<label>Postcode<input autocomplete="one-time-code" inputmode="numeric"></label>`, "postal-code"],
    [`<label>Tax number<input autocomplete="new-password"></label>`, "none"],
    [`<label>Height<input autocomplete="new-password"></label>`, "none"],
  ])("is no secret's: %s", async (field, role) => {
    const others = `<label>First name<input></label><label>Last name<input></label><label>Street<input name="street"></label>`;
    expect((await rolesOf(`<form><h2>Your address</h2>${others}${field}<button>Save</button></form>`)).split(" ").at(-1)).toBe(role);
  });
});

describe("a login without near words", () => {
  it.each([
    ["what its words call a domain", `<input placeholder="Domain"><input type="password" placeholder="Password">`],
    ["what no word names", `<input name="IDToken1"><input name="IDToken2" type="password">`],
    ["an application number", `<label>Application<input name="napp"></label><label>Password<input type="password"></label>`],
    ["a field that is called the name", `<input name="name" placeholder="Name"><input type="password">`],
  ])("has the field before its password as user name: %s", async (_, fields) => {
    expect(await rolesOf(`<form>${fields}${logIn}</form>`)).toBe("username current-password");
  });
  it("but not a captcha, nor a code", async () => {
    expect(
      await rolesOf(
        `<form><label>Email<input></label><label>Characters in the image<input></label><label>Password<input type="password"></label>${logIn}</form>`,
      ),
    ).toBe("username none current-password");
  });
});

describe("what a person reads leads", () => {
  it.each([
    ["the label before the name in the markup", `<label>Username<input name="wpName" id="wpName2"></label>`, "username"],
    ["each element of a label for itself", `<label><span>Email</span><span>Enter your email</span><input name="f1"></label>`, "email"],
    [
      "both kinds that a label takes, though one is declared",
      `<label>Mobile number or email<input autocomplete="tel" name="emailOrPhone"></label>`,
      "username",
    ],
  ])("%s", async (_, field, role) => {
    const password = `<label>Password<input type="password" autocomplete="new-password"></label>`;
    expect(await rolesOf(`<form><h1>Sign up</h1>${field}${password}<button>Sign up</button></form>`)).toBe(`${role} new-password`);
  });
});

describe("passwords of a sign-up", () => {
  it("are both new, even if the page declares them to be the current one", async () => {
    const fields = `<label>Username<input aria-label="Create a username"></label><label>Password<input type="password" autocomplete="current-password" aria-label="Create a secure password"></label><label>Confirm<input type="password" autocomplete="current-password" aria-label="Confirm your password"></label>`;
    expect(await rolesOf(`<form>${fields}<button>Sign up</button></form>`)).toBe("username new-password new-password");
  });
  it("belong to what the site calls its accounts", async () => {
    const fields = `<label>Example ID<input name="example_id"></label><label>Password<input type="password"></label><label>Password again<input type="password"></label><label>Email<input type="email"></label>`;
    expect(await rolesOf(`<form>${fields}<button>Create account</button></form>`)).toBe("username new-password new-password email");
  });
});

describe("a code", () => {
  const box = `<input maxlength="1" type="password" aria-label="Digit">`.repeat(4);
  it.each([
    [
      "that was mailed is none of the vault's",
      `<form><h1>Verify</h1><p>We sent a code to your email.</p><input name="code"><button>Continue</button></form>`,
      "none",
    ],
    [
      "of an account that is being made is none either",
      `<form><label>Code<input name="verification_code"></label><label>New password<input type="password"></label><button>Sign up</button></form>`,
      "none new-password",
    ],
    ["of unseen digits is a PIN, if no code was sent", `<form><h1>Who is watching?</h1>${box}</form>`, "none none none none"],
    [
      "of a device is filled",
      `<form><h1>Two-factor authentication</h1><label>Authentication code<input name="app_2fa"></label><button>Verify</button></form>`,
      "one-time-code",
    ],
  ])("%s", async (_, markup, roles) => {
    expect(await rolesOf(markup)).toBe(roles);
  });
});

describe("a code next to a password", () => {
  const form = (label: string): string =>
    `<form><label>Email<input type="email"></label><label>Password<input type="password"></label><label>${label}<input name="vcode"></label>${logIn}</form>`;
  it.each([
    ["Verification code", "none"],
    ["验证码", "none"],
    ["6 digit code from your app", "one-time-code"],
    ["Two-factor code", "one-time-code"],
  ])("is of a picture or of a message unless it says that a device makes it: %s", async (label, role) => {
    expect(await rolesOf(form(label))).toBe(`username current-password ${role}`);
  });
  it("is none of the vault's in the step that follows a sign-up on the same page", async () => {
    const signUp = `<form><h1>Sign up</h1><label>Email<input type="email"></label><label>Password<input type="password"></label><label>Repeat password<input type="password"></label><button>Sign up</button></form>`;
    const step = `<form><h2>Phone verification</h2><label>Verification code<input name="code"></label><button>Confirm</button></form>`;
    expect(await rolesOf(`${signUp}${step}`)).toBe("email new-password new-password none");
  });
});

describe("passwords", () => {
  it("are known where the page shows them as they are typed", async () => {
    expect(await rolesOf(`<form><h1>Log in</h1><input placeholder="Email"><input placeholder="Password">${logIn}</form>`)).toBe(
      "username current-password",
    );
    expect(await rolesOf(`<form><h1>Notes</h1><input placeholder="Title"><input placeholder="Password"><button>Save</button></form>`)).toBe(
      "none none",
    );
  });
  it("are told from a list of unseen answers by what the markup calls them", async () => {
    const answers = `<label>Qa<input type="password" name="a1"></label>`.repeat(4);
    expect(
      await rolesOf(
        `<form><h1>Sign up</h1><label>Mqvx<input type="password" name="password"></label>${answers}<button>Sign up</button></form>`,
      ),
    ).toBe("new-password none none none none");
  });
  it("of a login and of a sign-up have a user name each, though no form keeps them apart", async () => {
    const fields = `<label>Name<input></label><label>Password<input type="password"></label><button>Log in</button><h2>New here?</h2><label>Email<input type="email"></label><label>Choose a password<input type="password" autocomplete="new-password"></label><button>Sign up</button>`;
    expect(await rolesOf(`<div>${fields}</div>`)).toBe("username current-password email new-password");
  });
});

it("takes a value that stays, before a password, as who is signing in, and nothing else of what stays", async () => {
  const password = `<label>Password<input type="password"></label>`;
  const fixed = `<input type="email" value="ann@shop.example" disabled>`;
  expect(await rolesOf(`<form>${fixed}${password}${logIn}</form>`)).toBe("username current-password");
  expect(await rolesOf(`<form><label>Email<input type="email"></label>${password}${fixed}${logIn}</form>`)).toBe(
    "username current-password none",
  );
  expect(await rolesOf(`<form><label>City<input value="Bath" readonly></label><label>Street<input></label></form>`)).not.toContain(
    "address-level2",
  );
});

it("knows fields that nothing but the names for the site's own tests name", async () => {
  const fields = ["first-name", "last-name", "phone"].map((name) => `<input data-testid="${name}">`).join("");
  expect(await rolesOf(`<form>${fields}<button>Save</button></form>`)).toBe("given-name family-name tel");
});

it("takes no surname for a user name because its label is in a language that is not known", async () => {
  const fields = `<label>Vbqx<input name="firstName"></label><label>Mqvv<input name="lastName"></label><label>Zkqw<input type="password"></label><label>Zkqw nn<input type="password"></label>`;
  expect(await rolesOf(`<form><h1>Sign up</h1>${fields}<button>Sign up</button></form>`)).toBe(
    "given-name family-name new-password new-password",
  );
});

it("does not take a user who is looked for as the one who signs in", async () => {
  expect(await rolesOf(`<div><h2>Request a review</h2><input placeholder="Type or choose a user"><button>Add</button></div>`)).toBe("none");
});

describe("lists", () => {
  const list = (label: string, options: readonly string[]): string =>
    `<label>${label}<select><option value="0">${label}</option>${options.map((text) => `<option>${text}</option>`).join("")}</select></label>`;
  it("are known by their choices in the language of the page, whatever they are called", async () => {
    const { format } = new Intl.DateTimeFormat("tr", { month: "long", timeZone: "UTC" });
    const months = Array.from({ length: 12 }, (_, month) => format(new Date(Date.UTC(2024, month, 15))));
    const years = Array.from({ length: 12 }, (_, at) => String(new Date().getFullYear() + at));
    const card = `<label>Kart numarası<input></label>${list("Seçin", months)}${list("Yıl", years)}<label>CVV<input></label>`;
    expect(await rolesOf(`<html lang="tr"><body><form>${card}<button>Öde</button></form>`)).toBe(
      "cc-number cc-exp-month cc-exp-year cc-csc",
    );
  });
});

describe("fields apart from each other", () => {
  it("are one login when each is in a shadow root of its own", async () => {
    const { document, remove } = await renderPage(
      `<!doctype html><title>Log in</title><h1>Log in</h1><x-text label="Email"></x-text><x-text label="Password"></x-text><button>Log in</button>`,
    );
    clear = remove;
    for (const [at, host] of Array.from(document.querySelectorAll("x-text")).entries())
      host.attachShadow({ mode: "open" }).innerHTML = at === 0 ? "<input>" : `<input type="password">`;
    const seen = recognise(document);
    expect(seen.map(({ role }) => role)).toEqual(["username", "current-password"]);
    expect(new Set(seen.map(({ form }) => form)).size).toBe(1);
  });
  it("are one login when the password is alone in its form", async () => {
    const apart = `<form><label>Email<input type="email"></label></form><form><label>Password<input type="password"></label><button>Log in</button></form>`;
    const { document, remove } = await renderPage(`<!doctype html><title>Log in</title>${apart}`);
    clear = remove;
    const seen = recognise(document);
    expect(seen.map(({ role, form }) => `${role} ${form}`)).toEqual(["username 1", "current-password 1"]);
  });
});

describe("a page for new users", () => {
  it.each([
    ["a site of one's own", "Start your blog", "Create blog"],
    ["a trial", "Start your 14 day trial", "Continue"],
    ["a place for a team", "Create your free workspace", "Continue"],
  ])("is one for %s too", async (_, heading, button) => {
    const fields = `<label>Email<input type="email"></label><label>Password<input type="password"></label>`;
    expect(await rolesOf(`<h1>${heading}</h1><form>${fields}<button>${button}</button></form>`)).toBe("email new-password");
  });
  it("has a box to tick that offers an account, next to an order", async () => {
    const fields = `<label>Email<input type="email"></label><label><input type="checkbox">Create an account</label><label>Password<input type="password"></label><label>First name<input></label><label>Last name<input></label>`;
    expect(await rolesOf(`<h1>Checkout</h1><form>${fields}<button>Continue to payment</button></form>`)).toBe(
      "email none new-password given-name family-name",
    );
  });
  it("calls a user name a handle", async () => {
    const fields = `<label>Handle<input name="handle"></label><label>Email<input type="email"></label><label>Password<input type="password"></label>`;
    expect(await rolesOf(`<h1>Sign up</h1><form>${fields}<button>Join</button></form>`)).toBe("username email new-password");
  });
  it("has a nickname for a user name where nothing else names who signs up", async () => {
    const fields = `<label>Nickname<input name="nick"></label><label>Password<input type="password"></label><label>Repeat password<input type="password"></label>`;
    const form = (more: string) => `<h1>Sign up</h1><form>${more}${fields}<button>Create account</button></form>`;
    expect(await rolesOf(form(""))).toBe("username new-password new-password");
    expect(await rolesOf(form(`<label>Email<input type="email"></label>`))).toBe("email nickname new-password new-password");
  });
  it("gives all of its fields one id, and each a label next to it", async () => {
    const row = (type: string, label: string) => `<div><input type="${type}" id="field"><label for="field">${label}</label></div>`;
    const rows = [row("text", "Name"), row("text", "Email"), row("password", "Password"), row("password", "Confirm password")].join("");
    expect(await rolesOf(`<h1>Register</h1><form>${rows}<button>Register</button></form>`)).toBe("name email new-password new-password");
  });
});

it("takes a password that may be left empty to keep the old one for a password, and what is to be left empty for a trap", async () => {
  const fields = `<label>Current password<input type="password"></label><label>New password (leave empty to keep)<input type="password"></label><label>Leave this field empty<input></label>`;
  expect(await rolesOf(`<h1>My profile</h1><form>${fields}<button>Save</button></form>`)).toBe("current-password new-password none");
});

it("takes a street in one line as the first line, and only a field of several lines as the whole address", async () => {
  const others = `<label>Last name<input></label><label>City<input></label>`;
  expect(await rolesOf(`<form>${others}<label>Address<input></label></form>`)).toBe("family-name address-level2 address-line1");
  expect(await rolesOf(`<form>${others}<label>Address<textarea></textarea></label></form>`)).toBe(
    "family-name address-level2 street-address",
  );
});
