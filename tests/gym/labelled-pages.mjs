/** Labelled pages of others: reading them, leaving sites out, and scoring what the engine sees in them, as the `score.mjs` next to them does. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readPages } from "./read.mjs";

const KINDS =
  /[_-](login|signup|checkout|newsletter|payment|change|email|forgot|reset|password|security|account|contacts?|talent|2fa|otp|credit|cc-card|assign|hidden)(?=[_-]|$).*$/;
const siteOf = (page) => page.replace(/\.html$/, "").replace(KINDS, "");

/** Every third site, by a hash of its name. @param seed - another one leaves other sites out. */
export const isHeldOut = (page, seed) =>
  createHash("sha256")
    .update(`${seed}:${siteOf(page)}`)
    .digest()[0] %
    3 ===
  0;

/** Without the address: the names of the files say what the pages are for. */
const withoutAddress = (forms) =>
  forms.map(({ facts, surroundings: { page, ...rest } }) => ({ facts, surroundings: { ...rest, page: page.slice(0, -1) } }));

/** @returns every labelled page, with its forms as the engine reads them. */
export async function readLabelledPages(folder, isWanted = () => true) {
  const { pages } = JSON.parse(readFileSync(join(folder, "labels.json"), "utf8"));
  const wanted = pages.filter(({ page }) => isWanted(page));
  const read = await readPages(
    join(folder, "pages"),
    wanted.map(({ page }) => page),
  );
  return wanted.map((page) => ({ ...page, forms: withoutAddress(read.get(page.page)) }));
}

const COARSE = { username: "id", email: "id", password: "current", "current-password": "current", "new-password": "new" };
const coarse = (role) => COARSE[role] ?? role;
const isCredential = (role) => ["id", "current", "new", "one-time-code"].includes(coarse(role));
const GROUPS = {
  login: "credentials",
  signup: "credentials",
  "change-password": "credentials",
  otp: "credentials",
  card: "card",
  address: "address",
};
const groupOf = (role) => (/password|username|email|one-time/.test(role) ? "credentials" : role.startsWith("cc-") ? "card" : "address");

const isRight = ({ role, accept = [role] }, got) =>
  accept.includes(got) ||
  [role, ...accept].some((one) => coarse(one) === coarse(got)) ||
  (role === "street-address" && got === "address-line1");

/** @param rolesOf - by page: the role at each place. @returns the counts by kind of page, and what was wrong. */
export function scoreLabelledPages(pages, rolesOf) {
  const counts = new Map();
  const wrong = [];
  const count = (what, isGood) => counts.set(what, [(counts.get(what)?.[0] ?? 0) + (isGood ? 1 : 0), (counts.get(what)?.[1] ?? 0) + 1]);
  for (const page of pages) {
    const got = rolesOf(page);
    const groups = new Map();
    for (const field of page.fields) {
      const role = got.get(field.index) ?? "none";
      const isGood = field.role === "none" ? !isCredential(role) : isRight(field, role);
      if (!isGood) wrong.push({ page: page.page, field, role });
      count(field.role === "none" ? "nothing belongs" : "fields", isGood);
      if (field.role === "none") continue;
      if (/^(?:new|current)-password$/.test(field.role) && /password/.test(role)) count("new or current", isGood);
      groups.set(groupOf(field.role), (groups.get(groupOf(field.role)) ?? true) && isGood);
    }
    for (const kind of page.kinds) if (groups.has(GROUPS[kind])) count(kind, groups.get(GROUPS[kind]));
  }
  return { counts, wrong };
}
