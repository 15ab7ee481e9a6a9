/** Proton Pass: the unencrypted JSON, "Proton Pass/data.json" in its archive. */
import type { KindName } from "../../items/kinds.ts";
import { Draft, expiryFrom } from "../draft.ts";
import type { Entry, Format } from "./format.ts";
import { readFullName } from "./full-name.ts";
import { isRecord, isYes, type Json, keepRest, listOf, lookUp, recordOf, recordsOf, setAll, textOf, timeOf } from "./json.ts";

const KIND_OF_TYPE: Readonly<Record<string, KindName>> = {
  login: "password",
  note: "note",
  alias: "note",
  creditCard: "card",
  identity: "personal",
  wifi: "password",
};
const TRASHED = 2;

export const proton: Format<unknown> = {
  is: (file) =>
    isRecord(file) &&
    isRecord(file.vaults) &&
    file.encrypted !== true &&
    Object.values(file.vaults).every((vault) => Array.isArray(recordOf(vault).items)),
  entries: (file) =>
    Object.values(recordOf(recordOf(file).vaults)).flatMap((vault) => {
      const { name, items } = recordOf(vault);
      return listOf(items).map(
        (item): Entry =>
          isRecord(item) ? draftOf(item, textOf(name)) : { refused: "This entry is not written as Proton Pass writes one." },
      );
    }),
};

function draftOf(item: Json, vault: string): Draft {
  const data = recordOf(item.data);
  const [metadata, content, type] = [recordOf(data.metadata), recordOf(data.content), textOf(data.type)];
  const draft = new Draft(lookUp(KIND_OF_TYPE, type) ?? "note");
  draft.name = textOf(metadata.name);
  draft.folder(vault);
  draft.favourite = isYes(item.pinned);
  if (item.state === TRASHED) draft.tag("Trash");
  draft.note(textOf(metadata.note));
  draft.extra("Alias", textOf(item.aliasEmail), "shown");
  readContent(draft, type, content);
  readExtraFields(draft, data.extraFields, "");
  for (const file of listOf(item.files)) draft.attachment(textOf(recordOf(file).name) || textOf(file));
  draft.date("createdAt", timeOf(item.createTime));
  draft.date("updatedAt", timeOf(item.modifyTime));
  keepRest(draft, data, ["metadata", "extraFields", "type", "content", "platformSpecific"]);
  return draft;
}

/** Also used for kinds other than logins in its CSV. */
export function readContent(draft: Draft, type: string, content: Json): void {
  const known =
    type === "login"
      ? readLogin(draft, content)
      : type === "creditCard"
        ? readCard(draft, content)
        : type === "identity"
          ? readIdentity(draft, content)
          : type === "wifi"
            ? setAll(draft, content, { ssid: "username", password: "password" })
            : [];
  for (const key of ["extraSections", "sections"])
    for (const { sectionName, sectionFields } of recordsOf(content[key])) readExtraFields(draft, sectionFields, textOf(sectionName));
  keepRest(draft, content, [...known, "extraSections", "sections"]);
}

function readLogin(draft: Draft, content: Json): string[] {
  const [user, email, older] = [content.itemUsername, content.itemEmail, content.username].map(textOf);
  draft.set("username", user || older || email || "", "Username");
  if (email && !draft.has("username")) draft.set("username", email, "Email");
  else if (email && (user || older) && email !== (user || older)) draft.extra("Email", email, "shown");
  draft.set("password", textOf(content.password), "Password");
  for (const url of listOf(content.urls)) draft.url(textOf(url));
  draft.code(textOf(content.totpUri));
  for (const passkey of listOf(content.passkeys)) draft.extra("Passkey", JSON.stringify(passkey), "hidden");
  return ["itemUsername", "itemEmail", "username", "password", "urls", "totpUri", "passkeys"];
}

function readCard(draft: Draft, content: Json): string[] {
  const end = textOf(content.expirationDate);
  draft.set("expiration_date", expiryFrom(end) ?? end, "Expiration date");
  const known = setAll(draft, content, {
    cardholderName: "card_holder_name",
    number: "card_number",
    verificationNumber: "cvv",
    pin: "pin",
  });
  return [...known, "expirationDate", "cardType"];
}

const IDENTITY = {
  ...{
    firstName: "first_name",
    middleName: "middle_name",
    lastName: "last_name",
    gender: "gender",
    birthdate: "birthday",
    email: "email_address",
  },
  ...{ phoneNumber: "phone", streetAddress: "address_1", city: "city_town", stateOrProvince: "state", zipOrPostalCode: "zip_postal_code" },
  countryOrRegion: "country",
};

function readIdentity(draft: Draft, content: Json): string[] {
  const known = setAll(draft, content, IDENTITY);
  const lists = Object.keys(content).filter((key) => /^extra.*Details$/.test(key));
  for (const key of lists) readExtraFields(draft, content[key], "");
  const { fullName } = content;
  if (!draft.has("first_name") && !draft.has("last_name")) readFullName(draft, textOf(fullName));
  else draft.extra("Full Name", textOf(fullName), "shown");
  return [...known, ...lists, "fullName"];
}

function readExtraFields(draft: Draft, fields: unknown, section: string): void {
  for (const { fieldName, type, data, value } of recordsOf(fields)) {
    const { content, totpUri, timestamp } = recordOf(data);
    const label = textOf(fieldName);
    if (type === "totp" || totpUri) draft.code(textOf(totpUri) || textOf(content), label);
    else draft.extra(label, textOf(content) || textOf(timestamp) || textOf(value), type === "hidden" ? "hidden" : "shown", section);
  }
}
