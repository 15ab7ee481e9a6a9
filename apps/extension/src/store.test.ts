/** What the stores are told is what the manifest says. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { BROWSER_TEXTS, messagesIn } from "../browser-texts.mjs";
import { EVERY_PAGE, MANIFESTS, PERMISSIONS, PERMISSIONS_OF_CHROMIUM, SCRIPTS } from "../manifest.mjs";

const textOf = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const STORE = textOf("../../../docs/store.md");

type Messages = Readonly<Record<string, { readonly message: string }>>;
const TABLES = ["de", "es"].map((code) => JSON.parse(textOf(`../../../packages/app/src/words/${code}.json`)) as Record<string, string>);
const LOCALES = [{}, ...TABLES].map((table) => JSON.parse(messagesIn(table)) as Messages);

it("what the browser says of the extension is in each language's table", () => {
  for (const text of Object.values(BROWSER_TEXTS)) for (const table of TABLES) expect(table[text], text).toMatch(/\S/);
});

describe.each(Object.entries(MANIFESTS))("the manifest for %s", (_, manifest) => {
  it("has the version of the whole product", () => {
    expect(manifest.version).toBe(JSON.parse(textOf("../../../package.json")).version);
  });
  it("asks for no permission whose reason the listing does not give", () => {
    const reasons: Readonly<Record<string, string>> = { ...PERMISSIONS, ...PERMISSIONS_OF_CHROMIUM };
    for (const permission of manifest.permissions) expect(STORE).toContain(`| \`${permission}\` | ${reasons[permission]} |`);
    expect(STORE).toContain(manifest.host_permissions.map((host: string) => `\`${host}\``).join(", "));
  });
  it("has a description that stores take, and the listing has it too", () => {
    expect(manifest.description).toBe("__MSG_description__");
    for (const { description } of LOCALES) {
      expect(description?.message.length).toBeLessThanOrEqual(132);
      expect(STORE).toContain(description?.message);
    }
  });
  it("has icons of the size that they are named for", () => {
    const sizes = Object.entries(manifest.icons).map(([size, file]) => {
      const bytes = readFileSync(new URL(`../public/${file}`, import.meta.url));
      return [Number(size), bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    });
    expect(sizes).toEqual([16, 32, 48, 128, 192].map((size) => [size, size, size]));
  });
});

describe("what the listing says of scripts that run in every page", () => {
  const most = (...names: string[]): string =>
    `${SCRIPTS.reduce((sum, { name, most }) => sum + (names.includes(name) ? most : 0), 0) / 1_000} kB`;
  it("is the most that the build lets them have", () => {
    expect(STORE).toContain(`two scripts of at most ${most("near")} each`);
    expect(STORE).toContain(`two of at most ${most("relay", "hook")} together for a call for a passkey`);
    expect([most("near"), EVERY_PAGE.scripts]).toEqual([most("watch"), ["near", "watch", "relay", "hook"]]);
  });
});
