/** The forms that LastPass stores in the text of a note: "NoteType:Credit Card", then a line for each field, and the notes last. */
import type { KindName } from "../../items/kinds.ts";
import { Draft, expiryOf } from "../draft.ts";
import { isRecord, lookUp, textOf } from "../formats/json.ts";

interface Form {
  readonly kind: KindName;
  readonly places: Readonly<Record<string, string>>;
}

const FORMS: Readonly<Record<string, Form>> = {
  "Credit Card": {
    kind: "card",
    places: { "Name on Card": "card_holder_name", Number: "card_number", "Security Code": "cvv", "Expiration Date": "expiration_date" },
  },
  "Bank Account": {
    kind: "bank",
    places: {
      ...{
        "Bank Name": "bank_name",
        "Account Type": "account_type",
        "Routing Number": "routing_number",
        "Account Number": "account_number",
      },
      ...{
        "SWIFT Code": "swift_code",
        "IBAN Number": "iban_number",
        Pin: "pin",
        "Branch Address": "branch_address",
        "Branch Phone": "branch_phone",
      },
    },
  },
  Address: {
    kind: "personal",
    places: {
      ...{ Title: "title", "First Name": "first_name", "Middle Name": "middle_name", "Last Name": "last_name", Username: "username" },
      ...{
        Gender: "gender",
        Birthday: "birthday",
        "Address 1": "address_1",
        "Address 2": "address_2",
        "City / Town": "city_town",
        State: "state",
      },
      ...{
        "Zip / Postal Code": "zip_postal_code",
        Country: "country",
        "Email Address": "email_address",
        Phone: "phone",
        Timezone: "timezone",
      },
    },
  },
};
const WITHOUT_CONTENT = ["NoteType", "Language"];
/** In a custom form the first lines identify the form. */
const LINE = /^([^:\n]{1,80}):(.*)$/;
const LAST = "Notes";

interface FormLine {
  readonly label: string;
  readonly value: string;
}

/** @param text - begins with "NoteType:". */
export function readForm(text: string): Draft {
  const lines = linesOf(text);
  const type = lines.find(({ label }) => label === "NoteType")?.value.trim() ?? "";
  const { kind, places } = lookUp(FORMS, type) ?? { kind: "note", places: {} };
  const draft = new Draft(kind);
  if (!lookUp(FORMS, type)) draft.extra("Type", type.replace(/^Custom_\d+$/, "Custom form"), "shown");
  for (const { label, value } of lines) {
    if (WITHOUT_CONTENT.includes(label)) continue;
    if (label === LAST) draft.note(value);
    else readLine(draft, { label, value, place: lookUp(places, label) });
  }
  return draft;
}

function readLine(draft: Draft, { label, value, place }: FormLine & { place: string | undefined }): void {
  const text = unpacked(value);
  // "May,2029"; an empty date is a single comma.
  if (text.trim() === "" || /^[,\s]+$/.test(text)) return;
  if (place === "expiration_date") {
    draft.set(place, expiryFromWords(text) ?? text, label);
    return;
  }
  if (place) {
    draft.set(
      place,
      place === "birthday" ? (dayFromWords(text) ?? text) : place === "gender" ? (lookUp(GENDERS, text.toLowerCase()) ?? text) : text,
      label,
    );
    return;
  }
  draft.extra(
    label,
    text.replace(/^(\w+),(\d*),(\d{4})$/, (_, month, day, year) => [month, day, year].filter(Boolean).join(" ")),
  );
}

const MONTHS = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"];

function expiryFromWords(text: string): string | null {
  const [month = "", year = ""] = text.split(",").map((part) => part.trim());
  const index = MONTHS.findIndex((name) => month.length >= 3 && name.startsWith(month.toLowerCase()));
  return expiryOf(index < 0 ? month : String(index + 1), year);
}

const GENDERS: Readonly<Record<string, string>> = { m: "Male", f: "Female" };

/** "May,4,1990" as "1990-05-04". */
function dayFromWords(text: string): string | null {
  const [, month = "", day = "", year = ""] = /^(\w+),(\d{1,2}),(\d{4})$/.exec(text.trim()) ?? [];
  const index = MONTHS.findIndex((name) => month.length >= 3 && name.startsWith(month.toLowerCase()));
  return index < 0 ? null : `${year}-${String(index + 1).padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** A telephone number is stored as JSON. */
function unpacked(value: string): string {
  if (!/^\{.*"num".*\}$/.test(value.trim())) return value;
  try {
    const phone: unknown = JSON.parse(value);
    if (!isRecord(phone)) return value;
    const ext = textOf(phone.ext);
    return [textOf(phone.num), ext && `ext. ${ext}`].filter(Boolean).join(" ");
  } catch {
    return value; // only looks like JSON: it stays as it is
  }
}

/** A private key has headings of its own ("Proc-Type: 4,ENCRYPTED"), which are not form fields. */
const isOpenKey = (value: string): boolean => value.lastIndexOf("-----BEGIN ") > value.lastIndexOf("-----END ");

/** A line without a label continues the previous one; after "Notes:" there are no labels. */
function linesOf(text: string): FormLine[] {
  const lines: FormLine[] = [];
  for (const line of text.split(/\r?\n/)) {
    const before = lines.at(-1);
    const goesOn = before !== undefined && (before.label === LAST || isOpenKey(before.value));
    const [, label, value = ""] = goesOn ? [] : (LINE.exec(line) ?? []);
    if (label !== undefined) lines.push({ label, value });
    else if (before) lines[lines.length - 1] = { label: before.label, value: `${before.value}\n${line}` };
  }
  return lines;
}
