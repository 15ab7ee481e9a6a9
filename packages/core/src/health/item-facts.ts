/** Everything the rules of health.ts need to know about one item, computed once from its fields. */
import { type FieldValues, type Item, parseWebAddress } from "../items/item.ts";
import { kindOf } from "../items/kinds.ts";
import { addressesOf, readHistory } from "../items/structured-fields.ts";
import { siteOf } from "../items/url-match.ts";
import { isPrivateNetwork } from "../private-network.ts";
import { caseless } from "../text.ts";
import { endOf } from "./expiry.ts";
import { IGNORED_FIELD } from "./finding-names.ts";
import { type Ignored, readIgnored } from "./ignored.ts";

/** An item with its overview fields and those of `examinedFields`. */
export type ExaminedItem = Pick<Item, "id" | "kind" | "fields" | "holds" | "state" | "createdAt" | "updatedAt">;

export interface ItemFacts {
  readonly id: string;
  readonly kind: Item["kind"];
  readonly updatedAt: number;
  readonly password: string;
  /** Identifies the account: two logins of one account have the same text here. */
  readonly account: string;
  /** Registrable domains of its addresses. */
  readonly sites: readonly string[];
  readonly isUnencrypted: boolean;
  readonly hasCode: boolean;
  /** When the password was last changed; milliseconds since 1970. */
  readonly passwordSince: number;
  /** When it expires; null for items that do not. */
  readonly endsAt: number | null;
  readonly ignored: readonly Ignored[];
}

export function factsOf({ id, kind, fields, holds, createdAt, updatedAt }: ExaminedItem): ItemFacts {
  const urls = webAddresses(fields);
  const sites = urls.map(siteOf);
  const name = sites[0] ?? caseless(fields[kindOf(kind).title] ?? "");
  return {
    id,
    kind,
    updatedAt,
    password: fields.password ?? "",
    account: JSON.stringify([name, caseless((fields.username ?? "").trim())]),
    sites,
    isUnencrypted: urls.some((url) => url.protocol === "http:" && !isPrivateNetwork(url.hostname)),
    hasCode: holds ? holds.includes("totp") : Boolean(fields.totp),
    passwordSince: readHistory(fields.password_history ?? "")[0]?.at ?? createdAt,
    endsAt: endOf(kind, fields),
    ignored: readIgnored(fields[IGNORED_FIELD] ?? ""),
  };
}

/** Skips patterns. */
const webAddresses = (fields: FieldValues): URL[] =>
  addressesOf(fields).flatMap(({ url, match }) => (match === "regex" ? [] : (parseWebAddress(url) ?? [])));
