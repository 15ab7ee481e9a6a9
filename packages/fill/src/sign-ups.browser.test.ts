/** Kinds of mistakes that sign-ups of other sites showed. */
import { afterEach, describe, expect, it } from "vitest";
import { recognise } from "./recognise.ts";
import { renderPage } from "./testing/render-page.ts";

let clear = (): void => undefined;
afterEach(() => clear());

async function rolesOf(body: string): Promise<string> {
  const { document, remove } = await renderPage(`<!doctype html><title>Example</title>${body}`);
  clear = remove;
  return recognise(document)
    .map(({ role }) => role)
    .join(" ");
}

const field = (label: string, more = ""): string => `<label>${label}<input ${more}></label>`;
const password = (label: string, more = ""): string => field(label, `type="password" ${more}`);
const TWICE = password("Password") + password("Repeat password");
const signUp = (fields: string): string => `<h1>Sign up</h1><form>${fields}<button>Create account</button></form>`;

describe("who signs up", () => {
  it("is the name, where a name and a password with its repetition are all that is asked for", async () => {
    expect(await rolesOf(signUp(field("Name") + TWICE))).toBe("username new-password new-password");
    expect(await rolesOf(signUp(field("Name") + field("Email") + TWICE))).toBe("name email new-password new-password");
    expect(await rolesOf(signUp(field("Name") + password("Password")))).toBe("name new-password");
  });

  it("is what comes first in words that no table knows, where the address is asked for after the password", async () => {
    const wish = field("Your desired address");
    expect(await rolesOf(signUp(wish + TWICE + field("Contact email")))).toBe("username new-password new-password email");
    expect(await rolesOf(signUp(field("Contact email") + wish + TWICE))).toBe("email none new-password new-password");
    expect(await rolesOf(signUp(field("Referral code") + TWICE + field("Contact email")))).toBe("none new-password new-password email");
  });

  it("is one user name: a second one that is called so in the markup alone is what a person reads", async () => {
    const two = `<p>Name</p><input name="reg_username" id="reg_username"><p>User name</p><input name="reg_unique">`;
    expect(await rolesOf(signUp(two + field("Email") + TWICE))).toBe("name username email new-password new-password");
  });

  it("is what the markup says, where the words of the label are known only in part", async () => {
    expect(await rolesOf(signUp(field("Think up your mailbox name", `id="id-login"`) + TWICE))).toBe("username new-password new-password");
    expect(await rolesOf(`<form>${field("Pet's name", `name="pet_name"`)}${field("City")}<button>Save</button></form>`)).toBe("none none");
  });

  it("is an address or a phone, where the page declares one of them and calls it both", async () => {
    const either = field("Qxyz", `name="emailOrPhone" autocomplete="tel"`);
    expect(await rolesOf(signUp(either + password("Password")))).toBe("username new-password");
  });
});

describe("what is read at a phone", () => {
  const one = (label: string, more = "") => rolesOf(signUp(field(label, more) + field("Email") + password("Password")));

  it("may say how it is written, or that it is missing", async () => {
    expect(await one("Phone number (xxx-xxx-xxxx)")).toBe("tel email new-password");
    expect(await one("Phone Please fill valid phone number")).toBe("tel email new-password");
    expect(await one("Store phone")).toBe("none email new-password");
  });

  it("may say that a code will be sent to it, and asks for no code", async () => {
    expect(await one("Mobile no. A one-time password will be sent via SMS to you", `type="tel" name="mobile"`)).toBe(
      "tel email new-password",
    );
  });

  it("is no trap, though Korean pages call it hp", async () => {
    expect(await one("휴대폰 번호", `name="mb_hp"`)).toBe("tel email new-password");
    expect(await one("", `name="hp"`)).toBe("none email new-password");
  });
});

it("takes no piece of a name that a machine made for a word", async () => {
  const made = `<input name="1dd7d3a229010733f9cb9e6d9259ed30">`;
  expect(await rolesOf(`<form>${field("First name")}${field("Last name")}${made}<button>Save</button></form>`)).toBe(
    "given-name family-name none",
  );
});

it("knows a password that is shown as it is typed by the text before it", async () => {
  expect(
    await rolesOf(`<h1>Sign up</h1><form><p>Email <input></p><p>Password <input type="text"></p><button>Sign up</button></form>`),
  ).toBe("email new-password");
});

describe("a form for those who have an account and for those who want one", () => {
  it("has the current password in its first part and the new one in the other", async () => {
    const member = `<h3>Already a member?</h3><p>Email <input></p><p>Password <input type="password"></p>`;
    const other = `<h3>Become a member</h3><p>Email <input></p><p>Password <input type="password"></p><p>Confirm password <input type="password"></p>`;
    expect(await rolesOf(`<form>${member}${other}<button>Join now</button></form>`)).toBe(
      "username current-password email new-password new-password",
    );
  });
});

it("offers nothing for a gift card, whose number and PIN are printed on it", async () => {
  const fields = field("Number", `name="gcnum"`) + password("PIN", `name="gcpin" maxlength="8"`);
  expect(await rolesOf(`<form><h1>Check your gift card</h1>${fields}<button>Check balance</button></form>`)).toBe("none none");
});

it.each(["Kostenlos testen", "Essai gratuit"])("takes a trial for a sign-up: %s", async (heading) => {
  const fields = `<input type="email" placeholder="name@company.com"><input type="password" placeholder="Password">`;
  expect(await rolesOf(`<form><h1>${heading}</h1>${fields}<button>Go</button></form>`)).toBe("email new-password");
});
