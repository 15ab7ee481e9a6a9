/** The tables of the server, described here and in the other files whose names end with tables. The server cannot read the sealed texts: it stores, orders and returns them. */
import { DEFAULT_LANGUAGE, type Language } from "@coffer/core/device/languages";
import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { at, count, sharedColumns } from "./columns.ts";
import { role, team } from "./team-tables.ts";

export { at, count };
export const account = pgTable(
  "account",
  {
    id: uuid().primaryKey(),
    /** Normalised: NFKC, trimmed, lower case. */
    email: text().notNull().unique("account_email_key"),
    name: text().notNull(),
    language: text().$type<Language>().notNull().default(DEFAULT_LANGUAGE), // of its emails: of the browser that registered, or signed in last
    role_id: integer()
      .notNull()
      .references(() => role.id),
    /** The one team of an account (decision C-16); this, `role_id` and the two below are its membership. */
    team_id: uuid().references(() => team.id),
    membership_id: uuid().unique("account_membership_key"),
    joined_at: at("joined_at"),
    /** The team through whose invitation the account was made; only that team may delete it. */
    managed_by: uuid().references(() => team.id, { onDelete: "set null" }),
    former_team_id: uuid().references(() => team.id, { onDelete: "set null" }), // the team that it was in before
    invited_proof: text(), // of the secret in the link that led into the team
    is_in_log: boolean().notNull().default(true), // whether the team's log has it: until then it writes nothing that is shared with the team
    is_address_proven: boolean().notNull().default(true), // whether a mailed link or code has reached the person
    auth_hash: text().notNull(), // Argon2id of the auth key under the server's pepper
    kdf_id: integer().notNull(),
    salt: text().notNull(), // 16 bytes in hex, made by the client
    encrypted_vault_key: text().notNull(),
    encrypted_key: text().notNull(),
    recovery_auth_hash: text().notNull(), // SHA-256 of recoveryAuth, as the client sent it
    hint: text(), // sealed with a key of the server (decision Z-13)
    cred_epoch: integer().notNull().default(1),
    key_epoch: integer().notNull().default(1),
    /** Counts the recovery copies, `encrypted_key`; the newest is wrapped under this. */
    recovery_epoch: integer().notNull().default(1),
    /** Base32 secrets of the authenticator, encrypted for the server: the one in use, and one that still has to be verified. */
    mfa_secret: text(),
    mfa_pending: text(),
    /** The newest time step whose code was used; no code of it or an earlier one is accepted again. */
    mfa_last_step: count("mfa_last_step"),
    /** HMACs of the recovery codes that are left. */
    mfa_recovery_hashes: text().array().notNull().default([]),
    root_id: uuid(), // of a linked profile: the account that it goes back to, also after the link; no foreign key: it stays when that account goes
    purge_at: at("purge_at"), // when the account is deleted; null unless its owner asked for that
    disabled_at: at("disabled_at"), // by the operator; null: it is not disabled
    created_at: at("created_at").notNull(),
  },
  (table) => [index("account_team").on(table.team_id), index("account_root").on(table.root_id).where(sql`root_id is not null`)],
);

export const identity = pgTable("identity", {
  account_id: uuid()
    .primaryKey()
    .references(() => account.id, { onDelete: "cascade" }),
  public_key: text().notNull(),
  encrypted_private_key: text().notNull(),
  trust_store: text(), // what the account knows of other people, and the keys of its shares, wrapped; its personal head says which it is
  created_at: at("created_at").notNull(),
});

export const session = pgTable(
  "session",
  {
    id: uuid().primaryKey(),
    account_id: uuid()
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    created_at: at("created_at").notNull(),
    expires_at: at("expires_at").notNull(),
    revoked_at: at("revoked_at"),
    /** Browser and system, as far as the browser says. */
    device: text().notNull().default(""),
    device_id: uuid(), // of the known device that it began on (access-tables.ts); null where there was none
    passkey_id: text(), // of the passkey that began it
    last_used_at: at("last_used_at"), // to the minute; null until it is first used
    shown_at: at("shown_at"), // when it last showed the keys, to the minute; a call without them is no sign of life of its device
    proven_at: at("proven_at"), // when the master password was last given in it; null where it never was, as after a switch from a linked profile
    /** The server's half of the keys on the session's device, encrypted for the server; null unless the session is unlocked (account/session-half.ts). */
    half: text(),
    half_rest_minutes: integer(), // after so many without a sign of life the half is deleted; null: with the session
    is_guarded: boolean().notNull().default(false), // whether its device signs its calls: then it is locked while there is no half
  },
  (table) => [index("session_account").on(table.account_id)],
);

export const scope = pgTable(
  "scope",
  {
    id: uuid().primaryKey(),
    kind: text({ enum: ["personal", "vault", "item"] }).notNull(),
    owner_id: uuid()
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    seq: count("seq").notNull(), // one per head
    generation: integer().notNull().default(0), // how often the history was started again; 0 as long as no head is signed
    epoch: integer().notNull().default(1),
    stamp: integer().notNull().default(0),
    ...sharedColumns,
    created_at: at("created_at").notNull(),
  },
  (table) => [index("scope_owner").on(table.owner_id), uniqueIndex("scope_personal").on(table.owner_id).where(sql`kind = 'personal'`)],
);

export const head = pgTable(
  "head",
  {
    scope_id: uuid()
      .notNull()
      .references(() => scope.id, { onDelete: "cascade" }),
    seq: count("seq").notNull(),
    generation: integer().notNull().default(0),
    head: text().notNull(),
    /** By the identity of its writer, which is the owner where none is named (no foreign key: it stays when its writer goes); null in the first version. */
    signature: text(),
    writer_id: uuid(),
    created_at: at("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scope_id, table.seq] }),
    index("head_writer").on(table.scope_id, table.writer_id).where(sql`writer_id is not null`),
  ],
);

/** What a record holds, whether it is in use or was left behind in a reset. */
export const savedColumns = () => ({
  /** The scope's seq when this record, its place or its state last changed. */
  seq: count("seq").notNull(),
  kind: text().notNull(),
  revision: count("revision").notNull(),
  save_id: text().notNull(),
  /** Empty in a purged record, and in one that was in the trash too long. */
  seal: text().notNull(),
  /** Wire name to sealed text. */
  fields: jsonb().$type<Record<string, string>>().notNull(),
  /** A vault of the same account. No foreign key: a place changes with a head and not by itself. */
  category_id: uuid(),
  favourite: boolean().notNull().default(false),
  auto_login: boolean().notNull().default(false),
  color: text(),
  icon: text(),
  last_used_at: at("last_used_at"),
  /** A purged record stays as its id: a device that was away must learn that it is gone, however late. */
  state: text({ enum: ["live", "trashed", "purged"] })
    .notNull()
    .default("live"),
  /** When it was trashed, by the clock of the device that did (the head says the same), or when it was purged. */
  deleted_at: at("deleted_at"),
  created_at: at("created_at").notNull(),
  updated_at: at("updated_at").notNull(),
});

export const record = pgTable(
  "record",
  {
    id: uuid().primaryKey(),
    scope_id: uuid()
      .notNull()
      .references(() => scope.id, { onDelete: "cascade" }),
    owner_id: uuid()
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    /** The account it belongs to, where that is not the owner of the scope. */
    maker_id: uuid().references(() => account.id, { onDelete: "set null" }),
    ...savedColumns(),
  },
  (table) => [
    index("record_scope_seq").on(table.scope_id, table.seq),
    index("record_owner_kind").on(table.owner_id, table.kind),
    index("record_category").on(table.category_id),
    index("record_maker").on(table.maker_id),
    index("record_trashed").on(table.deleted_at).where(sql`state = 'trashed' and seal <> ''`),
  ],
);

export const invitation = pgTable(
  "invitation",
  {
    id: uuid().primaryKey(),
    token_hash: text().notNull().unique("invitation_token_key"), // SHA-256 of the token, in hex; the token itself is only in the link
    email: text(), // null: open to any e-mail
    role_id: integer()
      .notNull()
      .references(() => role.id),
    team_id: uuid().references(() => team.id, { onDelete: "cascade" }),
    invited_by: uuid().references(() => account.id, { onDelete: "set null" }), // null: by the operator, or by a person whose account was deleted
    is_bootstrap: boolean().notNull().default(false), // the first administrator's; voided as soon as there is one
    created_at: at("created_at").notNull(),
    expires_at: at("expires_at").notNull(),
    used_at: at("used_at"),
    used_by: uuid().references(() => account.id, { onDelete: "set null" }),
    revoked_at: at("revoked_at"), // when it was taken back or replaced, or its sender lost the right to invite
    is_unbacked: boolean().notNull().default(false), // whether it was revoked because its sender lost the right to invite
    is_mailed: boolean().notNull().default(false), // whether the link went to the mailbox only, so that having it proves the mailbox
  },
  (table) => [
    ...[index("invitation_team").on(table.team_id), index("invitation_email").on(table.email)],
    index("invitation_open").on(table.invited_by).where(sql`used_at is null and revoked_at is null`),
  ],
);

export const importSession = pgTable(
  "import_session",
  {
    id: uuid().primaryKey(),
    account_id: uuid()
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    source_type: text().notNull(),
    state: text({ enum: ["idle", "processing", "completed", "failed"] }).notNull(),
    /** The sealed file; gone when the import has ended. */
    file: text(),
    total: count("total").notNull().default(0),
    written: count("written").notNull().default(0),
    error_details: text(), // of one that failed: JSON with a code and a message, and nothing of any row
    created_at: at("created_at").notNull(),
  },
  (table) => [index("import_session_account").on(table.account_id), index("import_session_created").on(table.created_at)],
);

/** Which rows of an import are written already, so that a repeated batch writes none twice. */
export const importRow = pgTable(
  "import_row",
  {
    import_id: uuid()
      .notNull()
      .references(() => importSession.id, { onDelete: "cascade" }),
    row: count("row").notNull(),
  },
  (table) => [primaryKey({ columns: [table.import_id, table.row] })],
);

/** Counters of http/limits.ts. Unlogged (see the migrations): a counter need not survive a crash, and costs no disk flush. */
export const rateLimit = pgTable(
  "rate_limit",
  {
    /** HMAC of what is limited and for whom; tells neither. */
    key: text().primaryKey(),
    count: integer().notNull(),
    resets_at: at("resets_at").notNull(),
  },
  (table) => [index("rate_limit_resets").on(table.resets_at)],
);

/** What the server notes about the whole database (secret-fingerprint.ts). */
export const setting = pgTable("setting", { name: text().primaryKey(), value: jsonb().notNull() });
