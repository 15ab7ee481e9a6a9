/**
 * A sixth kind, for tests which show that a row of KINDS is all that a kind needs. Such a test uses a fresh module graph: `vi.resetModules()`, then
 * the table, then `addSixthKind`, and only then the modules that read the table. Other tests are not affected.
 */
import type { Kind, KindName } from "../kinds.ts";

/** Typed as one of the five, because the type has no other. */
export const SIXTH = "passport" as string as KindName;

export const PASSPORT: Kind = {
  code: 60,
  path: "/passports",
  page: "/passports",
  list: "passports",
  vaultList: "passport_details",
  csvType: "travel_document",
  exported: true,
  title: "name",
  unnamed: "Unnamed passport",
  fields: {
    name: { label: "Name", control: "text", wire: "bare", required: "Name is required", column: "name" },
    country: { label: "Country", control: "text", wire: "encrypted", required: "Country is required", column: "country" },
    status: {
      label: "Status",
      control: "select",
      wire: "bare",
      fallback: "valid",
      options: [
        { value: "valid", label: "Valid" },
        { value: "lost", label: "Lost or stolen" },
      ],
      column: "passport_status",
    },
    passport_number: {
      label: "Passport Number",
      control: "account",
      wire: "encrypted",
      required: "Passport Number is required",
      mask: "last4",
      column: "passport_number",
    },
    notes: { label: "Notes", control: "notes", wire: "encrypted", column: "notes" },
    tags: { label: "Tags", control: "tags", wire: "encrypted" },
  },
  overview: ["name", "country", "passport_number", "tags"],
  search: ["name", "country"],
  hasTab: true,
  inPicker: true,
  placeInExisting: 5,
  newKeys: "n o",
  sample: { name: "Example passport", country: "Utopia", status: "lost", passport_number: "X0001234" },
  words: {
    one: "passport",
    tab: "Passports",
    tile: "Passport",
    drill: "Passports",
    create: "Add Passport",
    edit: "Edit Passport",
    view: "View Passport",
    save: "Save Passport",
    update: "Update Passport",
    favourite: "Add to favourites",
    added: "Passport added successfully",
    created: "Passport created successfully",
    updated: "Passport updated successfully",
    createFailed: "Failed to create passport",
    updateFailed: "Failed to update passport",
    deleteFailed: "Failed to delete passport",
    fetchFailed: "Failed to fetch passports",
    openFailed: "Failed to decrypt passport data",
    confirmDelete: "Are you sure you want to delete this passport?",
    empty: "No passports yet",
    emptyHint: "Keep the numbers at hand for when one is lost.",
    imported: "Imported Passport",
  },
};

/** @param table - the fresh module `kinds.ts`. */
export function addSixthKind({ KINDS, KIND_NAMES }: { KINDS: object; KIND_NAMES: readonly KindName[] }): void {
  Object.assign(KINDS, { [SIXTH]: PASSPORT });
  (KIND_NAMES as KindName[]).push(SIXTH);
}
