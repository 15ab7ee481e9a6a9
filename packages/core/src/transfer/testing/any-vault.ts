/** Random realistic vaults for property tests: every kind, any script, and lists in fields that contain them. */
import fc from "fast-check";
import type { FieldValues, Item, Vault } from "../../items/item.ts";
import { KIND_NAMES, type KindName, kindOf } from "../../items/kinds.ts";
import { MATCH_MODES } from "../../items/match-modes.ts";
import { writeOtherValues } from "../../items/other-values.ts";
import { CUSTOM_FIELD_TYPES, writeAddresses, writeCustomFields, writeHistory, writeTags } from "../../items/structured-fields.ts";
import { anItem } from "../../items/testing/an-item.ts";

export interface AnyVault {
  readonly items: readonly Item[];
  readonly vaults: readonly Vault[];
}

const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom("", "Ключ 🔑", "e\u0301", " spaced ", '"],{}', "\u0000", "\u2028", "שלום"),
);
const time = fc.integer({ min: 0, max: 4e12 });
const few = { maxLength: 3 };

/** Generators for structured fields, by name. */
export const STRUCTURED: Readonly<Record<string, fc.Arbitrary<string>>> = {
  tags: fc.array(text, few).map(writeTags),
  more_urls: fc.array(fc.record({ url: text, match: fc.constantFrom(...MATCH_MODES) }), few).map(writeAddresses),
  url_match: fc.constantFrom(...MATCH_MODES),
  custom_fields: fc
    .array(fc.record({ label: text, type: fc.constantFrom(...CUSTOM_FIELD_TYPES), value: text, section: text }), few)
    .map(writeCustomFields),
  password_history: fc.array(fc.record({ value: text, at: time }), few).map(writeHistory),
  // As a save keeps them: each once, and none that is in its field.
  x_others: fc
    .uniqueArray(fc.record({ field: fc.constantFrom("notes", "name"), value: text.map((value) => `other ${value}`), at: time }), {
      ...few,
      selector: ({ field, value }) => `${field} ${value}`,
    })
    .map(writeOtherValues),
  totp: fc.constantFrom("", "JBSW Y3DP EHPK 3PXP", "otpauth://totp/A:b?secret=JBSWY3DPEHPK3PXP&digits=8&period=60"),
};

/** @param extra fields in addition to those of the kind. */
function anyFields(kind: KindName, extra: readonly string[]): fc.Arbitrary<FieldValues> {
  const known = Object.entries(kindOf(kind).fields).map(([name, { options }]) => {
    const chosen = options ? fc.constantFrom(...options.map(({ value }) => value)) : text;
    return [name, STRUCTURED[name] ?? chosen] as const;
  });
  return fc.record(Object.fromEntries([...known, ...extra.map((name) => [name, STRUCTURED[name] ?? text] as const)]));
}

const idAt = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;

const anyVaultRow = fc.record({
  name: text,
  description: text,
  color: fc.constantFrom("#3B82F6", "#a0b1c2", ""),
  icon: fc.constantFrom("folder", "star"),
});

/** Vaults may have the same name or be empty. @param extra fields of every item in addition to those of its kind. */
export function anyVault(maxItems: number, extra: readonly string[] = []): fc.Arbitrary<AnyVault> {
  const rows = fc.array(anyVaultRow, { maxLength: 3 });
  return rows.chain((found) => {
    const vaults = found.map((row, index): Vault => ({ ...VAULT, ...row, id: idAt(index) }));
    const item = fc.constantFrom(...KIND_NAMES).chain((kind) =>
      fc
        .record({
          fields: anyFields(kind, extra),
          categoryId: fc.constantFrom(null, ...vaults.map(({ id }) => id)),
          favourite: fc.boolean(),
          createdAt: time,
          updatedAt: time,
        })
        .map(({ fields, ...rest }) => ({ ...anItem(kind, {}, rest), fields })),
    );
    return fc.array(item, { maxLength: maxItems }).map((items) => ({ vaults, items }));
  });
}

const { id, scopeId, revision, state, createdAt, updatedAt, isOwner, permission } = anItem("note");
const VAULT = { id, scopeId, revision, state, createdAt, updatedAt, isOwner, permission };
