/** What picks write into a page: the real extension fills one of each kind, as from its popup, and every field is read afterwards. */

const EMAIL = "ann@shop.example";
/** By kind: what a person could pick. All values differ, so that each one is recognised; digits where number fields accept nothing else. */
const PICKS = {
  login: { username: "20481632", "current-password": "97531864" },
  code: { "one-time-code": "135790" },
  card: { "cc-number": "4111111111111111", "cc-name": "ANN Q LEE", "cc-csc": "862", "cc-exp": "2031-04" },
  "new-password": { "new-password": "Made-for-you-2468!" },
  personal: {
    ...{ name: "Ann Lee", "given-name": "Ann", "family-name": "Lee", "honorific-prefix": "Ms", sex: "Female", bday: "1990-05-17" },
    ...{ email: EMAIL, tel: "015112345678", "tel-national": "015112345678", "street-address": "Elm Road 12, Flat 3" },
    ...{ "address-line1": "Elm Road 12", "address-line2": "Flat 3", "address-level2": "Berlin", "address-level1": "Bavaria" },
    ...{ "postal-code": "10115", country: "Germany", "country-name": "Germany" },
  },
};
/** As the extension gives them with the values: what lists may call them. */
const KNOWN = {
  card: { "cc-exp-month": ["April", "Apr", "avril", "abril", "апрель"], "cc-exp-year": ["31"] },
  personal: {
    country: ["DE", "Deutschland"],
    "country-name": ["DE", "Deutschland"],
    "bday-month": ["May", "Mai", "mayo"],
    "bday-year": ["90"],
  },
};
const KIND_OF = Object.fromEntries(Object.entries(PICKS).flatMap(([kind, values]) => Object.keys(values).map((role) => [role, kind])));
/** Roles whose value is derived from another one. */
const DERIVED = {
  ...{ "cc-exp-month": "card", "cc-exp-year": "card", "bday-day": "personal", "bday-month": "personal", "bday-year": "personal" },
};
/** How a value may be written. */
const WRITTEN = {
  "address-line1": /^Elm Road 12(?:, Flat 3)?$/,
  "cc-exp": /^04 ?[/.-]? ?(20)?31$|^2031-04$/,
  "cc-exp-month": /^0?4\b|\(04\)|^0?4月|^(?:apr|abr|avr|kwi|апр)/i,
  "cc-exp-year": /^(20)?31\b/,
  bday: /^1990-05-17$|^17([/. -])05\1(19)?90$|^05([/. -])17\3(19)?90$/,
  "bday-day": /^17\b/,
  "bday-month": /^0?5\b|^(?:may|mai|maj|mag)/i,
  "bday-year": /^(19)?90\b/,
};
/** Boxes that share one secret, one character each. */
const IN_BOXES = new Set(["one-time-code", "cc-number"]);

const kindOf = (role) => KIND_OF[role] ?? DERIVED[role];
const bare = (text) => text.replace(/[\s/-]/g, "").toLowerCase();

/** Whether a field of this role holds the right value. */
function isMeant(role, text) {
  if (text === "") return false;
  if (role in WRITTEN) return WRITTEN[role].test(text.trim());
  const meant = bare(PICKS[kindOf(role)]?.[role] ?? "");
  return bare(text) === meant || (IN_BOXES.has(role) && bare(text).length <= 4 && meant.includes(bare(text)));
}

/** Runs in a page. In the order of the gym's labels: the page's own fields, then those in open shadow roots. A list is described by its selection and all of its choices. */
export function readFields(focused) {
  const below = (root) => [
    ...Array.from(root.querySelectorAll("input,select,textarea")),
    ...Array.from(root.querySelectorAll("*")).flatMap(({ shadowRoot }) => (shadowRoot ? below(shadowRoot) : [])),
  ];
  const all = below(document);
  all[focused]?.focus();
  const holds = (field, role) => (field.form ?? document).querySelector(`[data-expect=${role}]`) !== null;
  return all.map((field) => ({
    truth: field.dataset.expect ?? "none",
    texts: field.localName === "select" ? [field.value, field.selectedOptions[0]?.text ?? ""] : [field.value],
    choices: field.localName === "select" ? Array.from(field.options, ({ value, text }) => [value, text]) : null,
    // For a new account there is no login yet.
    isForNew: holds(field, "new-password") && !holds(field, "current-password"),
    isOpen: !field.disabled && !field.readOnly,
  }));
}

const canTake = ({ truth, choices, isOpen }) =>
  isOpen && (choices === null || choices.some((texts) => texts.some((text) => isMeant(truth, text))));
const isFilled = ({ truth, texts }) => texts.some((text) => isMeant(truth, text));

/**
 * @param read - `readFields` in the page, with the place of the field that has the focus
 * @param pick - of values by role. @returns how long it took until they were written.
 * @returns `asked`: how many fields there were something for; which of them were left empty, and which others were written into.
 */
export async function fillAll({ read, pick }) {
  const before = await read(-1);
  const found = { asked: 0, left: [], wrong: new Set(), milliseconds: [] };
  for (const [kind, values] of Object.entries(PICKS)) {
    const wants = ({ truth, isForNew }) => kindOf(truth) === kind && !(kind === "login" && isForNew);
    const wanted = before.flatMap((field, at) => (wants(field) && canTake(field) ? [at] : []));
    if (wanted.length === 0) continue;
    found.asked += wanted.length;
    const picked = { ...values, known: KNOWN[kind] };
    found.milliseconds.push(await pick(picked));
    // One form is filled at a time: the one with the focus.
    for (const at of wanted) {
      if (isFilled((await read(-1))[at])) continue;
      await read(at);
      await pick(picked);
    }
    const after = await read(-1);
    for (const at of wanted)
      if (!isFilled(after[at])) found.left.push(`field ${at} is ${after[at].truth} and holds "${after[at].texts[0]}"`);
    for (const [at, field] of after.entries())
      if (field.texts[0] !== before[at]?.texts[0] && !isFilled(field))
        found.wrong.add(`field ${at} is ${field.truth} and was given "${field.texts[0]}"`);
  }
  return { ...found, wrong: [...found.wrong] };
}
