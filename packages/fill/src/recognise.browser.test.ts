import { afterEach, describe, expect, inject, it } from "vitest";
import { blindPages } from "../../../tests/gym/fixtures/blind/index.mjs";
import { generatedPages } from "../../../tests/gym/fixtures/generated-pages.mjs";
import { hardPages } from "../../../tests/gym/fixtures/hard.mjs";
import { knownPages } from "../../../tests/gym/fixtures/known.mjs";
import { recognise } from "./recognise.ts";
import { renderPage } from "./testing/render-page.ts";

let clear = (): void => undefined;
afterEach(() => clear());

async function rolesOf(body: string): Promise<string[]> {
  const { document, remove } = await renderPage(`<!doctype html><title>Example</title>${body}`);
  clear = remove;
  return recognise(document, { withFrames: true }).map(({ role }) => role);
}

/** Every day each seventh page, so that all languages and markup styles are among them. */
const representative = <Page>(pages: readonly Page[]): readonly Page[] => pages.filter((_, at) => inject("isWhole") || at % 7 === 0);

/** Fields whose role differs from the page's `data-expect`, one line each. */
async function mistakesIn(pages: readonly { name: string; html: string }[]): Promise<string[]> {
  const mistakes: string[] = [];
  for (const { name, html } of pages) {
    const { document, remove } = await renderPage(html);
    for (const [at, { control, role }] of recognise(document).entries()) {
      const wanted = control.dataset.expect ?? "none";
      if (role !== wanted) mistakes.push(`${name}, field ${at}: ${wanted}, seen as ${role}`);
    }
    remove();
  }
  return mistakes;
}

describe("the pages of the gym", () => {
  it("are recognized in every language and markup style", async () => {
    const pages = generatedPages();
    expect(pages.length).toBeGreaterThan(300);
    expect(await mistakesIn(representative(pages))).toEqual([]);
  });

  it("are recognized when they are misleading, and when popular software wrote them", async () => {
    expect(await mistakesIn([...hardPages(), ...knownPages()])).toEqual([]);
  });

  it("are never given a wrong role in the blind set, which the engine was not built for", async () => {
    const pages = blindPages();
    expect(pages.length).toBeGreaterThan(250);
    const mistakes = await mistakesIn(representative(pages));
    expect(mistakes.filter((mistake) => !mistake.endsWith("seen as none"))).toEqual([]);
    expect(mistakes.slice(4)).toEqual([]);
  });
});

it("recognizes the other forms when one form's field names shadow DOM properties", async () => {
  const hiding = `<form><input name="parentElement"><input name="getAttribute"><input name="querySelectorAll"><input name="id"></form>`;
  const login = `<form><input type="email"><input type="password"><button>Log in</button></form>`;
  expect((await rolesOf(hiding + login)).slice(4)).toEqual(["username", "current-password"]);
  expect(await rolesOf(`<form><input name="id"><input type="password"><input name="parentElement"><button>Log in</button></form>`)).toEqual(
    ["username", "current-password", "none"],
  );
});

it("takes a PIN code next to an address for its postal code, and for no password there", async () => {
  const address = `<label>Address <input name="addr"></label><label>City <input name="city"></label>`;
  const pin = `<label>Pin code <input name="pincode_x" type="text"></label>`;
  expect((await rolesOf(`<form>${address}${pin}</form>`)).at(-1)).toBe("postal-code");
  clear();
  expect(await rolesOf(`<form>${pin}</form>`)).not.toContain("postal-code");
});

it("takes a field for the email address once more only right after one, and only where it says so", async () => {
  const [email, other] = [`<label>Email <input type="email" name="mail"></label>`, `<label>Shoe size <input name="zq"></label>`];
  const again = `<label>Confirm <input name="zr"></label>`;
  const roles: (string | undefined)[] = [];
  for (const fields of [email + again, email + other, email + other + again]) {
    roles.push((await rolesOf(`<form>${fields}<button>Subscribe</button></form>`)).at(-1));
    clear();
  }
  expect(roles).toEqual(["email", "none", "none"]);
});

describe("a page with very many fields", () => {
  const boxes = `<input type="checkbox">`.repeat(700);
  const cells = `<table>${"<tr><td><input></td></tr>".repeat(700)}</table>`;
  const login = `<form><label>Email<input type="email"></label><label>Password<input type="password"></label><button>Log in</button></form>`;
  it.each(Object.entries({ boxes, cells }))("still has its login recognized among many %s", async (_, many) => {
    expect((await rolesOf(many + login)).slice(-2)).toEqual(["username", "current-password"]);
  });
});

describe("an invisible field", () => {
  const hidden = {
    "is not drawn": "display:none",
    "is hidden but keeps its space": "visibility:hidden",
    "is transparent": "opacity:0.02",
    "is outside the page": "position:absolute;left:-3000px",
    "is a dot": "width:2px;height:2px;padding:0;border:0",
    "is clipped away": "position:absolute;clip:rect(0,0,0,0)",
    "is clipped to nothing": "clip-path:inset(50%)",
    "is scaled to zero": "transform:scale(0)",
  };
  it.each(Object.entries(hidden))("has no role when it %s", async (_, style) => {
    expect(await rolesOf(`<form><input type="password"><input type="password" style="${style}"><button>Log in</button></form>`)).toEqual([
      "current-password",
      "none",
    ]);
  });
  it.each(Object.entries(hidden))("has no role when its container %s", async (_, style) => {
    expect(
      await rolesOf(
        `<form><input type="password"><div style="overflow:hidden;${style}"><input type="password"></div><button>Log in</button></form>`,
      ),
    ).toEqual(["current-password", "none"]);
  });
  it.each(["inert", 'aria-hidden="true"', "hidden"])("has no role inside an element with %s", async (attribute) => {
    expect(
      await rolesOf(`<form><input type="password"><div ${attribute}><input type="password"></div><button>Log in</button></form>`),
    ).toEqual(["current-password", "none"]);
  });
  it("has a role when it is only further down in a scroll container", async () => {
    const far = `<div style="height:300px;overflow:hidden"><div style="height:300px;overflow:auto"><p style="height:2000px"></p><input type="password"></div></div>`;
    expect(await rolesOf(`${far}<button>Log in</button>`)).toEqual(["current-password"]);
  });
});

describe("the order", () => {
  it("is document order, with fields in frames at the end", async () => {
    const roles = await rolesOf(
      `<iframe srcdoc="<input type=email>"></iframe><select></select><input type="hidden"><input type="password">`,
    );
    expect(roles).toEqual(["none", "none", "current-password", "email"]);
  });
  it("puts fields of open shadow roots after the document's own, and skips closed ones", async () => {
    const { document, remove } = await renderPage(`<p></p><p></p><input type="email" autocomplete="email">`);
    clear = remove;
    const [open, closed] = document.querySelectorAll("p");
    if (open && closed)
      for (const [host, mode] of [
        [open, "open"],
        [closed, "closed"],
      ] as const)
        host.attachShadow({ mode }).innerHTML = `<input type="password">`;
    expect(recognise(document).map(({ role }) => role)).toEqual(["username", "current-password"]);
  });
});
