/**
 * The five kinds of vault item. This table is the only definition of a kind: the form, the checks, the names on
 * the wire, the CSV columns, the import template and the search are derived from it. To add a field, add a line here.
 * Every field is sealed. Its name on the wire is `encrypted_` + name, or the bare name where the specification requires it (2 §3).
 */
import type { ControlName } from "./controls.ts";
import { MATCH_LABELS } from "./match-modes.ts";

export interface Option {
  readonly value: string;
  readonly label: string;
}

export interface Field {
  readonly label: string;
  readonly control: ControlName;
  /** Whether the wire name is the field's own or `encrypted_` + it. Both are sealed. */
  readonly wire: "bare" | "encrypted";
  /** Message shown when it is missing; absent for optional fields. */
  readonly required?: string;
  /** It may be missing where this other field has a value. */
  readonly unless?: string;
  readonly minLength?: { readonly length: number; readonly message: string };
  readonly maxLength?: number;
  readonly options?: readonly Option[];
  /** Value of a new item, and of an imported row without one. */
  readonly fallback?: string;
  /** Lists show only the last four characters. */
  readonly mask?: "last4";
  /** A rule beyond presence and length, by name; the rules are in item.ts. */
  readonly check?: "url" | "expiry" | "code";
  /** Computed at every save by a rule of derived-fields.ts. */
  readonly derive?: "strength" | "history" | "ignored" | "others";
  /** Stored, imported and exported, but without its own input (decision V-14). */
  readonly hidden?: true;
  /** A form shows it where it is filled, and else when more is asked for. */
  readonly folds?: true;
  /** Heading above this field and those after it, in the form and the detail view. */
  readonly section?: string;
  /** Column of the export file; absent when the field is not exported. */
  readonly column?: string;
}

export interface Kind {
  /** One byte in heads (security design §4); never reused. */
  readonly code: number;
  readonly path: `/${string}`;
  /** Path of the page that lists it. */
  readonly page: `/${string}`;
  /** Name of its list in the all-items reply, and in a vault with contents (specification 2 §3, §7). */
  readonly list: string;
  /** Name of its list in the reply with titles to share, if different (specification 3 §3). */
  readonly titleList?: string;
  readonly vaultList: string;
  /** Its value in the CSV column `type` and in an import batch. */
  readonly csvType: string;
  readonly exported: boolean;
  /** The field with the item's name. */
  readonly title: string;
  readonly unnamed: string;
  readonly fields: Readonly<Record<string, Field>>;
  /** Opened for every item when a scope is loaded; the rest is opened on demand. */
  readonly overview: readonly string[];
  readonly search: readonly string[];
  /** Has a tab on All Items and Favorites, in the order of this table; a kind without one is a plain link next to the title (decision V-01). */
  readonly hasTab: boolean;
  /** Has a tile in the floating button, in the order of this table; the header's menu offers every kind (decision V-02). */
  readonly inPicker: boolean;
  /** Its position among the types of "Add Existing Item", from 1; null if that dialog does not offer it (decision V-02). */
  readonly placeInExisting: number | null;
  /** The shortcut that creates a new one, in the notation of SHORTCUTS. */
  readonly newKeys: string;
  /** Texts and fields of the dialog opened from its list, if they differ from those of the other kinds (decision V-05). */
  readonly entryDialog?: EntryDialog;
  /** A fictional item, by field: a row of the import template. Only fields worth showing; it passes every check. */
  readonly sample: Readonly<Record<string, string>>;
  /** An imported row without any of these fields is incomplete (decision I-03) and reported; when absent, any field is enough. */
  readonly importNeeds?: readonly string[];
  /** The kind of a row without them that has a name and a text. */
  readonly importElse?: "note";
  /** Import candidates with equal values in these fields are duplicates (specification 3 §5); when absent, all exported fields count. */
  readonly comparedBy?: readonly string[];
  readonly words: KindWords;
}

export interface EntryDialog {
  readonly words: Partial<Pick<KindWords, "edit" | "view" | "update">>;
  /** Hidden fields that this dialog shows. */
  readonly reveals: readonly string[];
}

/** Every text that differs per kind, in the specification's words. */
export interface KindWords {
  /** "card": used in our own messages. */
  readonly one: string;
  readonly tab: string;
  readonly tile: string;
  readonly drill: string;
  readonly create: string;
  readonly edit: string;
  readonly view: string;
  readonly save: string;
  readonly update: string;
  readonly favourite: string;
  /** Toast after adding from the header or the picker, and after creating in its own list (decision V-19). */
  readonly added: string;
  readonly created: string;
  readonly updated: string;
  readonly createFailed: string;
  readonly updateFailed: string;
  readonly deleteFailed: string;
  readonly fetchFailed: string;
  readonly openFailed: string;
  readonly confirmDelete: string;
  readonly empty: string;
  readonly emptyHint: string;
  /** Name of an imported item without one (specification 3 §9). */
  readonly imported: string;
}

const notes = (label = "Notes"): Field => ({ label, control: "notes", wire: "encrypted", column: "notes" });
const need = (label: string): string => `${label} is required`;
const name = (label: string): Field => ({ label, control: "text", wire: "bare", required: need(label), column: "name" });
/** Fields of every kind in addition to its own. All contain JSON (structured-fields.ts, other-values.ts). */
const EXTRAS = {
  custom_fields: { label: "Custom fields", control: "custom", wire: "encrypted", section: "Custom fields", folds: true },
  tags: { label: "Tags", control: "tags", wire: "encrypted", folds: true },
  x_others: { label: "Versions", control: "text", wire: "bare", hidden: true, derive: "others" },
} as const satisfies Record<string, Field>;
/** What is filled into pages can be kept until the master password is typed (ask-again.ts). */
const ASK_AGAIN = {
  x_ask: {
    label: "Ask for master password",
    control: "select",
    wire: "bare",
    folds: true,
    options: [{ value: "Before filling", label: "Before filling" }],
  },
} as const satisfies Record<string, Field>;
/** Ignored Health findings (core/health/ignored.ts), for the kinds that Health examines. */
const IGNORED = {
  ignored_findings: { label: "Ignored findings", control: "text", wire: "encrypted", hidden: true, derive: "ignored" },
} as const satisfies Record<string, Field>;

export const KINDS = {
  password: {
    code: 1,
    path: "/vault/entries",
    page: "/passwords",
    list: "passwords",
    vaultList: "passwords",
    csvType: "password",
    exported: true,
    title: "title",
    unnamed: "Untitled",
    fields: {
      title: {
        label: "Title",
        control: "text",
        wire: "bare",
        required: need("Title"),
        minLength: { length: 3, message: "Title must be at least 3 characters" },
        column: "name",
      },
      username: {
        label: "Username / Email",
        control: "text",
        wire: "encrypted",
        required: need("Username"),
        section: "Account Information",
        column: "username",
      },
      password: {
        label: "Password",
        control: "password",
        wire: "encrypted",
        required: need("Password"),
        unless: "x_passkeys",
        column: "password",
      },
      totp: { label: "One-time code", control: "code", wire: "encrypted", check: "code" },
      // What a person sees of them, and apart from it what signs (passkeys.ts): lists never touch a private key.
      x_passkeys: { label: "Passkeys", control: "passkeys", wire: "bare" },
      x_passkey_keys: { label: "Passkeys", control: "keys", wire: "bare", hidden: true },
      website_url: { label: "Website URL", control: "url", wire: "bare", check: "url", column: "website_url" },
      url_match: {
        label: "Matches",
        control: "select",
        wire: "encrypted",
        folds: true,
        fallback: "domain",
        options: Object.entries(MATCH_LABELS).map(([value, label]) => ({ value, label })),
      },
      more_urls: { label: "More web addresses", control: "addresses", wire: "encrypted", folds: true },
      ...ASK_AGAIN,
      notes: { ...notes(), section: "Additional Information" },
      favicon_url: { label: "Favicon URL", control: "url", wire: "bare", hidden: true, folds: true },
      password_strength: { label: "Strength", control: "text", wire: "bare", hidden: true, derive: "strength" },
      password_history: { label: "Password history", control: "history", wire: "encrypted", hidden: true, derive: "history" },
      ...EXTRAS,
      ...IGNORED,
    },
    overview: ["title", "username", "website_url", "favicon_url", "password_strength", "tags", "x_passkeys"],
    search: ["title", "username", "website_url"],
    hasTab: true,
    inPicker: true,
    placeInExisting: 1,
    newKeys: "n p",
    entryDialog: {
      words: { edit: "Edit Password Entry", view: "View Shared Password", update: "Save Changes" },
      reveals: ["favicon_url"],
    },
    sample: {
      title: "Example login",
      username: "ann@example.com",
      password: "change-me",
      website_url: "https://example.com",
      notes: "Any text",
    },
    importNeeds: ["username", "password", "website_url"],
    importElse: "note",
    comparedBy: ["title", "username", "password", "website_url"],
    words: {
      one: "password",
      tab: "Passwords",
      tile: "Password",
      drill: "Passwords",
      create: "Add New Password",
      edit: "Edit Password",
      view: "View Shared Password",
      save: "Save Password",
      update: "Update Password",
      favourite: "Add to favorites",
      added: "Password added successfully",
      created: "Password added successfully",
      updated: "Password updated successfully",
      createFailed: "Failed to add entry",
      updateFailed: "Failed to update entry",
      deleteFailed: "Failed to delete entry",
      fetchFailed: "Failed to fetch entries",
      openFailed: "Failed to decrypt password entry",
      confirmDelete: "Are you sure you want to delete this password?",
      empty: "No passwords",
      emptyHint: "Get started by creating a new password entry.",
      imported: "Imported Password",
    },
  },
  note: {
    code: 2,
    path: "/notes",
    page: "/notes",
    list: "notes",
    vaultList: "notes",
    csvType: "note",
    exported: true,
    title: "name",
    unnamed: "Untitled note",
    fields: {
      name: name("Name"),
      notes: { ...notes(), control: "body", required: "Notes are required" },
      ...EXTRAS,
    },
    overview: ["name", "notes", "tags"],
    search: ["name", "notes"],
    hasTab: false,
    inPicker: false,
    placeInExisting: null,
    newKeys: "n n",
    sample: { name: "Example note", notes: "The text of the note" },
    words: {
      one: "note",
      tab: "Notes",
      tile: "Note",
      drill: "Notes",
      create: "Create New Note",
      edit: "Edit Note",
      view: "View Note",
      save: "Create Note",
      update: "Update Note",
      favourite: "Add to favourites",
      added: "Note added successfully",
      created: "Note created successfully",
      updated: "Note updated successfully",
      createFailed: "Failed to create note",
      updateFailed: "Failed to update note",
      deleteFailed: "Failed to delete note",
      fetchFailed: "Failed to fetch items",
      openFailed: "Failed to decrypt note data",
      confirmDelete: "Are you sure you want to delete this note?",
      empty: "No notes found",
      emptyHint: "Create a new note to get started",
      imported: "Imported item",
    },
  },
  card: {
    code: 3,
    path: "/card-details",
    page: "/card-details",
    list: "cards",
    vaultList: "cards",
    csvType: "card_details",
    exported: false,
    title: "name",
    unnamed: "Unnamed Card",
    fields: {
      name: name("Name on Card"),
      card_type: {
        label: "Card Type",
        control: "select",
        wire: "bare",
        fallback: "credit",
        options: [
          { value: "credit", label: "Credit" },
          { value: "debit", label: "Debit" },
          { value: "prepaid", label: "Prepaid" },
          { value: "other", label: "Other" },
        ],
        column: "card_type",
      },
      card_holder_name: {
        label: "Card Holder Name",
        control: "text",
        wire: "encrypted",
        required: need("Card Holder Name"),
        column: "card_holder_name",
      },
      card_number: {
        label: "Card Number",
        control: "number",
        wire: "encrypted",
        required: need("Card Number"),
        mask: "last4",
        column: "card_number",
      },
      expiration_date: {
        label: "Expiration Date",
        control: "expiry",
        wire: "encrypted",
        required: need("Expiration Date"),
        check: "expiry",
        column: "expiration_date",
      },
      cvv: { label: "CVV", control: "pin", wire: "encrypted", maxLength: 5, column: "cvv" },
      pin: { label: "Card PIN", control: "pin", wire: "encrypted", column: "pin" },
      postal_code: { label: "Postal Code", control: "text", wire: "encrypted", column: "postal_code" },
      ...ASK_AGAIN,
      notes: notes(),
      ...EXTRAS,
      ...IGNORED,
    },
    overview: ["name", "card_type", "card_holder_name", "expiration_date", "card_number", "tags"],
    search: ["name", "card_holder_name"],
    hasTab: true,
    inPicker: true,
    placeInExisting: 3,
    newKeys: "n c",
    sample: {
      name: "Example card",
      card_type: "credit",
      card_holder_name: "ANN EXAMPLE",
      card_number: "4111111111111111",
      expiration_date: "12/29",
      cvv: "123",
    },
    words: {
      one: "card",
      tab: "Cards",
      tile: "Card Details",
      drill: "Cards",
      create: "Add Card",
      edit: "Edit Card",
      view: "View Card",
      save: "Save Card",
      update: "Update Card",
      favourite: "Add to favourites",
      added: "Card details added successfully",
      created: "Card created successfully",
      updated: "Card updated successfully",
      createFailed: "Failed to create card",
      updateFailed: "Failed to update card",
      deleteFailed: "Failed to delete card",
      fetchFailed: "Failed to fetch cards",
      openFailed: "Failed to decrypt card data",
      confirmDelete: "Are you sure you want to delete this card?",
      empty: "No cards yet",
      emptyHint: "Add a card to keep it at hand.",
      imported: "Imported Card",
    },
  },
  bank: {
    code: 4,
    path: "/bank-details",
    page: "/bank-details",
    list: "banks",
    vaultList: "bank_details",
    csvType: "bank_details",
    exported: true,
    title: "name",
    unnamed: "Unnamed account",
    fields: {
      name: name("Name"),
      bank_name: { label: "Bank Name", control: "text", wire: "bare", required: need("Bank Name"), column: "bank_name" },
      account_type: {
        label: "Account Type",
        control: "select",
        wire: "bare",
        required: need("Account Type"),
        fallback: "checking",
        options: [
          { value: "checking", label: "Checking Account" },
          { value: "savings", label: "Savings Account" },
          { value: "business", label: "Business Account" },
          { value: "other", label: "Other" },
        ],
        column: "account_type",
      },
      account_number: {
        label: "Account Number",
        control: "account",
        wire: "encrypted",
        required: need("Account Number"),
        mask: "last4",
        column: "account_number",
      },
      pin: { label: "PIN", control: "pin", wire: "encrypted", column: "pin" },
      routing_number: { label: "Routing Number", control: "text", wire: "encrypted", column: "routing_number" },
      swift_code: { label: "SWIFT Code", control: "text", wire: "encrypted", column: "swift_code" },
      iban_number: { label: "IBAN Number", control: "account", wire: "encrypted", mask: "last4", column: "iban_number" },
      branch_address: { label: "Branch Address", control: "text", wire: "encrypted", column: "branch_address" },
      branch_phone: { label: "Branch Phone", control: "phone", wire: "encrypted", column: "branch_phone" },
      notes: notes(),
      ...EXTRAS,
    },
    overview: ["name", "bank_name", "account_type", "account_number", "iban_number", "tags"],
    search: ["name", "bank_name"],
    hasTab: true,
    inPicker: true,
    placeInExisting: 4,
    newKeys: "n b",
    sample: {
      name: "Example account",
      bank_name: "Example Bank",
      account_type: "checking",
      account_number: "000123456789",
      routing_number: "110000000",
    },
    words: {
      one: "bank account",
      tab: "Bank Accounts",
      tile: "Bank Details",
      drill: "Bank accounts",
      create: "Add Bank Account",
      edit: "Edit Bank Account",
      view: "View Bank Account",
      save: "Save Bank Account",
      update: "Update Bank Account",
      favourite: "Add to favourites",
      added: "Bank details added successfully",
      created: "Bank account created successfully",
      updated: "Bank account updated successfully",
      createFailed: "Failed to create bank account",
      updateFailed: "Failed to update bank account",
      deleteFailed: "Failed to delete bank account",
      fetchFailed: "Failed to fetch bank accounts",
      openFailed: "Failed to decrypt bank data",
      confirmDelete: "Are you sure you want to delete this bank account?",
      empty: "No bank accounts yet",
      emptyHint: "Add an account to have its numbers at hand.",
      imported: "Imported Bank Account",
    },
  },
  personal: {
    code: 5,
    path: "/personal-details",
    page: "/personal-details",
    list: "personals",
    titleList: "personal",
    vaultList: "personal_details",
    csvType: "personal_details",
    exported: true,
    title: "name",
    unnamed: "Unnamed person",
    fields: {
      name: name("Name"),
      title: {
        label: "Title",
        control: "select",
        wire: "bare",
        required: need("Title"),
        options: [
          { value: "Mr", label: "Mr" },
          { value: "Mrs", label: "Mrs" },
          { value: "Ms", label: "Ms" },
          { value: "Dr", label: "Dr" },
        ],
        section: "Personal Information",
        column: "title",
      },
      first_name: {
        label: "First Name",
        control: "text",
        wire: "encrypted",
        required: need("First Name"),
        column: "first_name",
      },
      middle_name: { label: "Middle Name", control: "text", wire: "encrypted", column: "middle_name" },
      last_name: { label: "Last Name", control: "text", wire: "encrypted", required: need("Last Name"), column: "last_name" },
      gender: {
        label: "Gender",
        control: "select",
        wire: "bare",
        options: [
          { value: "Male", label: "Male" },
          { value: "Female", label: "Female" },
          { value: "Other", label: "Other" },
        ],
        column: "gender",
      },
      birthday: { label: "Birthday", control: "date", wire: "bare", column: "birthday" },
      email_address: {
        label: "Email",
        control: "email",
        wire: "encrypted",
        section: "Contact Information",
        column: "email_address",
      },
      phone: { label: "Phone", control: "phone", wire: "encrypted", column: "phone" },
      address_1: { label: "Address Line 1", control: "text", wire: "encrypted", section: "Address", column: "address_1" },
      address_2: { label: "Address Line 2", control: "text", wire: "encrypted", column: "address_2" },
      city_town: { label: "City/Town", control: "text", wire: "encrypted", column: "city_town" },
      state: { label: "State/Province", control: "text", wire: "encrypted", column: "state" },
      zip_postal_code: { label: "ZIP/Postal Code", control: "text", wire: "encrypted", column: "zip_postal_code" },
      country: { label: "Country", control: "text", wire: "encrypted", column: "country" },
      ...ASK_AGAIN,
      username: { label: "Username", control: "text", wire: "encrypted", hidden: true, column: "username" },
      timezone: { label: "Time Zone", control: "text", wire: "encrypted", hidden: true, column: "timezone" },
      notes: { ...notes(), hidden: true },
      ...EXTRAS,
    },
    overview: ["name", "title", "first_name", "last_name", "email_address", "phone", "tags"],
    search: ["name", "first_name", "last_name", "email_address"],
    hasTab: true,
    inPicker: true,
    placeInExisting: 2,
    newKeys: "n d",
    sample: {
      name: "Example person",
      title: "Ms",
      first_name: "Ann",
      last_name: "Example",
      email_address: "ann@example.com",
      city_town: "Springfield",
    },
    words: {
      one: "personal details",
      tab: "Personal Info",
      tile: "Personal Details",
      drill: "Personal info",
      create: "Create New Personal Details",
      edit: "Edit Personal Details",
      view: "View Personal Details",
      save: "Save Personal Details",
      update: "Update Personal Details",
      favourite: "Add to favourites",
      added: "Personal details added successfully",
      created: "Personal details created successfully",
      updated: "Personal details updated successfully",
      createFailed: "Failed to create personal details",
      updateFailed: "Failed to update personal details",
      deleteFailed: "Failed to delete personal detail",
      fetchFailed: "Failed to fetch personal details",
      openFailed: "Failed to decrypt personal data",
      confirmDelete: "Are you sure you want to delete these personal details?",
      empty: "No personal details yet",
      emptyHint: "Keep your address and contact details here.",
      imported: "Imported Personal Info",
    },
  },
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof KINDS;
/** Every export column that a row of this table names. */
export type KindColumn = ColumnsOf<(typeof KINDS)[KindName]["fields"]>;
type ColumnsOf<Fields> = Fields extends unknown
  ? { [Name in keyof Fields]: Fields[Name] extends { readonly column: infer Column extends string } ? Column : never }[keyof Fields]
  : never;
export const KIND_NAMES = Object.keys(KINDS) as readonly KindName[];

/** The row of a kind, as its general type. */
export const kindOf = (kind: KindName): Kind => KINDS[kind];

/**
 * Note: Later kinds. A kind added from now on has its code in its name: its row in KINDS and its list are named `x_` and the code, and all its fields start with that
 * (contract, Note: Fields of later versions), whose wire is `bare`. So a client that does not know the kind still receives its records, can verify the head that lists
 * them, and keeps them in every move and re-key; it neither opens nor shows them (security design §4).
 */
export type LaterKind = `x_${number}`;
const LATER_KIND = /^x_([1-9]\d{0,2})$/;
/** The code of an unknown later kind; null for other names and for known kinds. */
export function laterCode(name: string): number | null {
  const code = Object.hasOwn(KINDS, name) ? Number.NaN : Number(LATER_KIND.exec(name)?.[1]);
  return code <= 255 ? code : null;
}

/** A record is an item of a kind or a vault. */
export type RecordKind = KindName | "category";
/** Any record, including unknown later kinds that are only passed on. */
export type AnyKind = RecordKind | LaterKind;
/** Whether it is an item kind that this version can show. */
export const isItemKind = (kind: AnyKind): kind is KindName => Object.hasOwn(KINDS, kind);

/** A vault's own sealed fields; both travel under their bare names (specification 2 §3). */
export const VAULT_FIELDS = ["name", "description"] as const;

export const wireName = (field: string, wire: Field["wire"]): string => (wire === "bare" ? field : `encrypted_${field}`);

/** `[field, wire name]` of every sealed field of a record kind. */
export function wireFields(kind: AnyKind): readonly (readonly [field: string, wire: string])[] {
  if (kind === "category") return VAULT_FIELDS.map((field) => [field, field] as const);
  if (!isItemKind(kind)) return [];
  return Object.entries(kindOf(kind).fields).map(([field, { wire }]) => [field, wireName(field, wire)] as const);
}
