/** How the scripts of the extension are built; which they are, `manifest.mjs` says. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { defaultClientConditions, defineConfig, type Plugin } from "vite";
import { noNodeCrypto, noSchemaWriters, noSummaries, optimization } from "../web/vite-plugins.ts";
import { languageOfMode, words } from "../web/words.ts";
import { builtLanguages } from "./pages.ts";

/**
 * Files are imported and exported, vaults and teams managed, things shared, passwords looked up in lists of leaks, and master passwords typed, by people: in a page, which makes the thread for their keys. What a person does with an account
 * (registers, recovers, changes it), Health, a history that is put right, and earlier versions that are sealed again, are pages too.
 */
const OF_PAGES =
  /\/(?:transfer-feature|team-verbs|sharing-verbs|account-feature|noted-kit|passkey-mark|breach|argon2|vault\/(?:health|vaults|seal-versions|time\/travel)|sync\/repair)\.ts$/;

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

const PACKAGES = fileURLToPath(new URL("../../packages/", import.meta.url));

interface PageTexts {
  readonly files: readonly string[];
  readonly text: RegExp;
  readonly instead: string;
}

/** What screens say: of each kind of item, the rows of the import's template with it, of what a weak password lacks, of each way to match an address, and of each setting; and of calls that pages alone make. Search asks for three words of a kind. */
const PAGE_TEXTS: readonly PageTexts[] = [
  { files: ["core/src/items/kinds.ts"], text: /^ {6}(?!(?:one|tab|tile):)\w+: "[^"\n]*",\n/gm, instead: "" },
  { files: ["core/src/items/kinds.ts"], text: /\b(?:label|section|column|csvType|newKeys): "[^"\n]*",?/g, instead: "" },
  // Whether a field is required is asked here too, but not what is said where it is missing.
  { files: ["core/src/items/kinds.ts"], text: /\b(message: |(?:need|name)\()"[^"\n]*"/g, instead: '$1""' },
  { files: ["core/src/passwords/strength.ts"], text: /\b(hint|email|username): "(?:At least|Password)[^"\n]*"/g, instead: '$1: ""' },
  { files: ["core/src/items/match-modes.ts"], text: /^( {2}[\w"-]+: )"[^"\n]*"/gm, instead: '$1""' },
  {
    files: ["core/src/device/settings.ts", "core/src/device/extension-settings.ts"],
    text: /\b(label|description|warning): "[^"\n]*"/g,
    instead: '$1: ""',
  },
  {
    files: [
      "profiles",
      "recovery",
      "settings",
      "sharing",
      "team",
      "team-invitations",
      "team-members",
      "team-roles",
      "transfer",
      "two-factor",
      "vault-lists",
    ].map((name) => `contract/src/${name}.ts`),
    text: /^ {4}(?:failure|declined): "[^"\n]*",\n/gm,
    instead: "",
  },
  // What the server refuses to someone in a team, to whom joins or leaves one, signs in with a code, sets up or loses a second factor, registers, recovers, shares or imports: pages ask for that.
  {
    files: ["contract/src/errors.ts"],
    text: /^( {2}(?:invited_with_more|own_\w+|system_role|role_\w+|too_many_roles|already_in_team|team_\w+|administrator_stays|not_managed|sign_in_(?:to_join|queued)|invit\w+|added_unasked|mfa_\w+|nobody_to_help|undo_link_invalid|link_not_proven|invalid_(?:invitation|recovery_\w+)|email_(?:not_proven|taken)|last_admin|no_such_account|shared_with_self|import_finished|beyond_own_permissions|account_disabled|temp_token_expired|leaving_unsigned|register_first|invalid_code): \[\s*\d{3},\s*)"[^"\n]*"/gm,
    instead: '$1""',
  },
  // A master password is typed in a page.
  { files: ["client/src/account/sign-in.ts"], text: /"The server asked for other key parameters[^"\n]*"/g, instead: '""' },
  // What waits and does not open is left to a page, which says so.
  { files: ["client/src/vault/waiting/waiting-edits.ts"], text: /^ {2}"Changes that waited[^"\n]*"/gm, instead: '  ""' },
  // Of what is given by a press.
  { files: ["contract/src/errors.ts"], text: /^( {2}too_many_shares: \[\s*\d{3},\s*)`[^`\n]*`/gm, instead: '$1""' },
  { files: ["contract/src/sharing.ts"], text: /\b(itemShare\("[^"\n]*", )"[^"\n]*"/g, instead: '$1""' },
];

/** Search has the names of kinds, and its `csvType` is one of the words that are emptied: it would find less, and say nothing. */
const NEEDS_TEXTS = join(PACKAGES, "core/src/items/search.ts");

/** What has gone into the script that is built. */
const met = new Set<string>();

/**
 * No script has a screen. Where a file has moved, is named by another path than here, or writes its texts in another way, they would come back unnoticed: the build fails then. The worker has all of these
 * files; scripts in pages have few.
 */
const withoutPageTexts: Plugin = {
  name: "coffer-without-page-texts",
  enforce: "pre",
  buildStart() {
    met.clear();
    for (const file of PAGE_TEXTS.flatMap(({ files }) => files))
      if (!existsSync(join(PACKAGES, file))) this.error(`PAGE_TEXTS: there is no ${file}`);
  },
  buildEnd(failed) {
    if (failed || ![...met].some((id) => id.endsWith("/worker/worker.ts"))) return;
    const missing = PAGE_TEXTS.flatMap(({ files }) => files).filter((file) => !met.has(join(PACKAGES, file)));
    if (missing.length > 0) this.error(`PAGE_TEXTS: the worker has no ${missing.join(", ")}: are they there by another path?`);
  },
  transform(code, id) {
    met.add(id);
    if (id === NEEDS_TEXTS) return this.error(`PAGE_TEXTS: ${id} needs csvType, which is empty in scripts`);
    const rows = PAGE_TEXTS.filter(({ files }) => files.some((file) => id === join(PACKAGES, file)));
    const without = rows.reduce((before, { text, instead }) => {
      const after = before.replace(text, instead);
      return after === before ? this.error(`PAGE_TEXTS: nothing in ${id} is like ${text}`) : after;
    }, code);
    return rows.length === 0 ? null : { code: without, map: null };
  },
};

export default defineConfig(({ mode }) => ({
  plugins: [
    ...words(languageOfMode(mode)),
    builtLanguages,
    noNodeCrypto,
    noSchemaWriters,
    noSummaries,
    withoutPageTexts,
    withoutPagesParts,
  ],
  resolve: { conditions: ["coffer-source", ...defaultClientConditions] },
  build: { rolldownOptions: { optimization } },
}));
