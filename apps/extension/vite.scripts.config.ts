/** How the scripts of the extension are built; which they are, `manifest.mjs` says. */
import { dirname, join } from "node:path";
import { defaultClientConditions, defineConfig, type Plugin } from "vite";
import { noNodeCrypto, noSchemaWriters, noSummaries, optimization } from "../web/vite-plugins.ts";

/**
 * Files are imported and exported, vaults and teams managed, things shared, passwords looked up in lists of leaks, and master passwords typed, by people: in a page, which makes the thread for their keys. What a person does with an account
 * (registers, recovers, changes it), Health, a history that is put right, and earlier versions that are sealed again, are pages too.
 */
const OF_PAGES =
  /\/(?:transfer-feature|team-verbs|sharing-verbs|account-feature|noted-kit|breach|argon2|vault\/(?:health|vaults|seal-versions|time\/travel)|sync\/repair)\.ts$/;

/** A worker can load nothing later, so all it might load is in its one file, and is read each time it wakes. What only pages ask for is left out: asking would fail as a part that does not come. */
const withoutPagesParts: Plugin = {
  name: "coffer-without-pages-parts",
  enforce: "pre",
  resolveId(id, importer = "") {
    if (!OF_PAGES.test(join(dirname(importer), id))) return null;
    // The worker sends it with no page open.
    if (/\/vault\/waiting\//.test(importer)) return this.error(`${importer} needs ${id}: what waits cannot do without it`);
    return { id: "./of-pages-alone.js", external: true };
  },
};

/** What screens say: of each kind of item, the rows of the import's template with it, and of each setting. Search asks for three words of a kind. */
const PAGE_TEXTS: readonly { readonly file: RegExp; readonly text: RegExp; readonly instead: string }[] = [
  { file: /\/core\/src\/items\/kinds\.ts$/, text: /^ {6}(?!(?:one|tab|tile):)\w+: "[^"\n]*",\n/gm, instead: "" },
  { file: /\/core\/src\/device\/(?:extension-)?settings\.ts$/, text: /\b(label|description|warning): "[^"\n]*"/g, instead: '$1: ""' },
];

/** No script has a screen. */
const withoutPageTexts: Plugin = {
  name: "coffer-without-page-texts",
  enforce: "pre",
  transform(code, id) {
    const row = PAGE_TEXTS.find(({ file }) => file.test(id));
    return row ? { code: code.replace(row.text, row.instead), map: null } : null;
  },
};

export default defineConfig({
  plugins: [noNodeCrypto, noSchemaWriters, noSummaries, withoutPageTexts, withoutPagesParts],
  resolve: { conditions: ["coffer-source", ...defaultClientConditions] },
  build: { rolldownOptions: { optimization } },
});
