/**
 * How the fields of our kinds are named in the Credential Exchange Format of the FIDO Alliance (CXF 1.0), for reading and for writing. A credential there is a record
 * of "editable fields": `{ fieldType, value, label? }`, with the value always a text.
 */
import type { KindName } from "../../items/kinds.ts";

export type FieldType = "string" | "concealed-string" | "email" | "year-month" | "country-code" | "subdivision-code" | "boolean";

/** Their name → ours, and the type that is written. */
type Fields = Readonly<Record<string, readonly [ours: string, type: FieldType]>>;
interface CredentialType {
  readonly kind: KindName;
  readonly fields: Fields;
}

/** The credentials that are written for a kind, and read into it. */
export const WRITTEN: Readonly<Record<string, CredentialType>> = {
  "basic-auth": { kind: "password", fields: { username: ["username", "string"], password: ["password", "concealed-string"] } },
  "credit-card": {
    kind: "card",
    fields: {
      number: ["card_number", "concealed-string"],
      fullName: ["card_holder_name", "string"],
      verificationNumber: ["cvv", "concealed-string"],
      pin: ["pin", "concealed-string"],
      expiryDate: ["expiration_date", "year-month"],
    },
  },
  "person-name": {
    kind: "personal",
    fields: {
      title: ["title", "string"],
      given: ["first_name", "string"],
      given2: ["middle_name", "string"],
      surname: ["last_name", "string"],
    },
  },
  address: {
    kind: "personal",
    fields: {
      streetAddress: ["address_1", "string"],
      city: ["city_town", "string"],
      postalCode: ["zip_postal_code", "string"],
      territory: ["state", "subdivision-code"],
      country: ["country", "country-code"],
      tel: ["phone", "string"],
    },
  },
};

const DOCUMENT: CredentialType = { kind: "personal", fields: { birthDate: ["birthday", "string"], sex: ["gender", "string"] } };

/** Those that are read, too: ours keep less apart. */
export const CREDENTIALS: Readonly<Record<string, CredentialType>> = {
  ...WRITTEN,
  wifi: { kind: "password", fields: { ssid: ["username", "string"], passphrase: ["password", "concealed-string"] } },
  "api-key": { kind: "password", fields: { username: ["username", "string"], key: ["password", "concealed-string"] } },
  "generated-password": { kind: "password", fields: { password: ["password", "concealed-string"] } },
  totp: { kind: "password", fields: {} },
  passkey: { kind: "password", fields: {} },
  "drivers-license": DOCUMENT,
  passport: DOCUMENT,
  "identity-document": DOCUMENT,
};

/** The extension in which our own files name the kind of an item: some have no credential of their own. */
export const OWN_EXTENSION = "coffer-kind";

/** The one in which they name a field of that kind, and what is chosen in it: what is shown of both is in the language of who wrote the file. */
export const OWN_FIELD_EXTENSION = "coffer-field";

/** The first kind of which an item has a credential is its own; the values of the others become custom fields of it. */
export const KIND_ORDER: readonly KindName[] = ["password", "card", "personal"];
