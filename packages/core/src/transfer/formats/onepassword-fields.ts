/** Fields of 1Password items; 1pux and 1pif use the same ids. */
import type { KindName } from "../../items/kinds.ts";
import { type Draft, expiryFrom } from "../draft.ts";
import { dayOf, isRecord, type Json, lookUp, recordOf, textOf, timeOf, wordsOf } from "./json.ts";

/** By the number of the category (1pux) and the end of the type's name (1pif). */
const KIND_OF_CATEGORY: Readonly<Record<string, KindName>> = {
  ...{ "001": "password", "002": "card", "003": "note", "004": "personal", "005": "password", "006": "note", "100": "note", "101": "bank" },
  ...{ "102": "password", "103": "personal", "104": "personal", "105": "note", "106": "personal", "107": "note", "108": "personal" },
  ...{ "109": "password", "110": "password", "111": "password", "112": "password", "113": "note", "114": "note", "115": "note" },
  ...{ WebForm: "password", Password: "password", CreditCard: "card", SecureNote: "note", Identity: "personal", BankAccountUS: "bank" },
  ...{ Database: "password", DriversLicense: "personal", HuntingLicense: "personal", Passport: "personal", SsnUS: "personal" },
  ...{ Router: "password", UnixServer: "password", "Email.v2": "password", Email: "password", FTP: "password", GenericAccount: "password" },
  ...{ iTunes: "password", AmazonS3: "password", DotMac: "password", ISP: "password", MySQLConnection: "password" },
};
export const kindOfCategory = (category: string): KindName =>
  lookUp(KIND_OF_CATEGORY, category) ?? lookUp(KIND_OF_CATEGORY, /(?:^|\.)([A-Z]\w+(?:\.v\d)?)$/.exec(category)?.[1] ?? "") ?? "note";

const PLACES: Readonly<Record<KindName, Readonly<Record<string, string>>>> = {
  password: {
    ...{ username: "username", password: "password", pop_username: "username", pop_password: "password", credential: "password" },
    ...{ wireless_password: "password", network_name: "username" },
  },
  note: {},
  card: {
    ...{ cardholder: "card_holder_name", ccnum: "card_number", cvv: "cvv", expiry: "expiration_date", pin: "pin" },
  },
  bank: {
    ...{ bankName: "bank_name", accountType: "account_type", routingNo: "routing_number", accountNo: "account_number" },
    ...{ swift: "swift_code", iban: "iban_number", telephonePin: "pin", branchPhone: "branch_phone", branchAddress: "branch_address" },
  },
  personal: {
    ...{
      firstname: "first_name",
      initial: "middle_name",
      lastname: "last_name",
      sex: "gender",
      birthdate: "birthday",
      email: "email_address",
    },
    ...{ defphone: "phone", username: "username", title: "title" },
  },
};
const ADDRESS = {
  street: "address_1",
  city: "city_town",
  state: "state",
  zip: "zip_postal_code",
  country: "country",
  region: "state",
} as const;

export interface OnePasswordField {
  readonly id: string;
  readonly label: string;
  /** 1Password's type name: "concealed", "string", "totp" … */
  readonly type: string;
  readonly value: unknown;
  readonly section: string;
}

export function readField(draft: Draft, { id, label, type, value, section }: OnePasswordField): void {
  const place = lookUp(PLACES[draft.kind], id);
  const name = label || id;
  const text = shownValue(type, value);
  if (text === "") return;
  if (type === "totp" || id.startsWith("TOTP_") || /^otpauth:\/\//i.test(text)) {
    draft.code(text, name);
    return;
  }
  if (type === "address" && isRecord(value)) {
    readAddress(draft, name, value, section);
    return;
  }
  if (type === "sshKey" && isRecord(value)) {
    readKey(draft, name, value, section);
    return;
  }
  if (type === "file") {
    draft.attachment(text);
    return;
  }
  if (/^url$/i.test(type)) {
    if (draft.kind === "password") draft.url(text);
    else draft.extra(name, text, "shown", section);
    return;
  }
  if (place === "expiration_date") {
    draft.set(place, expiryFrom(text) ?? text, name);
    return;
  }
  if (place && (!draft.has(place) || draft.holds(place, text))) {
    draft.set(place, text, name);
    return;
  }
  draft.extra(name, text, type === "concealed" ? "hidden" : type === "string" ? "by-label" : "shown", section);
}

function shownValue(type: string, value: unknown): string {
  if (/^date$/i.test(type)) return typeof value === "number" ? dayOf(value * 1000) : textOf(value);
  if (/^monthYear$/i.test(type)) return textOf(value).replace(/^(\d{4})(\d{2})$/, "$2/$1");
  if (!isRecord(value)) return textOf(value);
  const { email_address: email, fileName } = recordOf(value);
  return textOf(email) || textOf(fileName) || JSON.stringify(value);
}

/** The private key, and its metadata: public key, fingerprint and type. */
function readKey(draft: Draft, label: string, { privateKey, metadata }: Json, section: string): void {
  const { privateKey: again, ...rest } = recordOf(metadata);
  draft.extra(label, textOf(privateKey) || textOf(again), "hidden", section);
  for (const [key, value] of Object.entries(rest)) draft.extra(`${label}: ${wordsOf(key)}`, textOf(value), "shown", section);
}

/** The first address of a person fills the address fields; others are kept as text. */
function readAddress(draft: Draft, label: string, address: Json, section: string): void {
  const parts = Object.entries(address).filter(([, part]) => textOf(part).trim() !== "");
  if (draft.kind === "personal" && !draft.has("address_1") && !draft.has("city_town")) {
    for (const [key, part] of parts) draft.set(lookUp<string>(ADDRESS, key) ?? key, textOf(part), `${label}: ${key}`);
  } else draft.extra(label, parts.map(([, part]) => textOf(part)).join(", "), "shown", section);
}

export const readTimes = (draft: Draft, item: Json): void => {
  draft.date("createdAt", timeOf(item.createdAt));
  draft.date("updatedAt", timeOf(item.updatedAt));
};
