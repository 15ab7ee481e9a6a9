/** The tables of account access beside accounts and sessions: wrong answers to codes, mailed codes, linked profiles, audit log, outbox. */
import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { account, at, count } from "./tables.ts";

/** Wrong six-digit codes of the last day, by HMAC of whose; see http/attempts.ts. Logged, unlike the counters: a crash must not give attempts back. */
export const attempt = pgTable("guess", { key: text().primaryKey(), tries: at("tries").array().notNull() });

/** Mailed six-digit codes. One row per purpose and address, so that a new code takes the place of the old one. */
export const code = pgTable(
  "code",
  {
    purpose: text({ enum: ["recovery", "profile", "email"] }).notNull(),
    /** HMAC of the address, and of who asked where that is known. Rows for addresses without an account look the same. */
    subject: text().notNull(),
    hash: text().notNull(),
    tries: integer().notNull().default(0),
    expires_at: at("expires_at").notNull(),
    /** When it was rightly answered; what it allows is then done within 15 minutes. */
    proven_at: at("proven_at"),
  },
  (table) => [primaryKey({ columns: [table.purpose, table.subject] })],
);

/** Two accounts of one person. Each side's text is opened by that side's own key (security design §7). */
export const profileLink = pgTable(
  "profile_link",
  {
    id: uuid().primaryKey(),
    /** The account that was there first, and the one made for it. */
    existing_id: uuid()
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    new_id: uuid()
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    for_existing: text().notNull(),
    for_new: text().notNull(),
    /** Key epochs of the two when they were linked. */
    existing_epoch: integer().notNull(),
    new_epoch: integer().notNull(),
    link_auth_hash: text().notNull(),
    created_at: at("created_at").notNull(),
  },
  (table) => [uniqueIndex("profile_link_pair").on(table.existing_id, table.new_id), index("profile_link_new").on(table.new_id)],
);

/**
 * What happened to an account: append-only (a trigger of the migrations refuses the rest) and a chain of hashes per account. No foreign key:
 * the rows outlive the account.
 */
export const audit = pgTable(
  "audit",
  {
    account_id: uuid().notNull(),
    seq: count("seq").notNull(),
    at: at("at").notNull(),
    event: text().notNull(),
    device: text().notNull(),
    /** SHA-256 in hex, of the row before and of this one. */
    previous: text().notNull(),
    hash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.account_id, table.seq] }), index("audit_at").on(table.at)],
);

/** Emails, from the moment they are written until 30 days later. */
export const outbox = pgTable(
  "outbox",
  {
    id: uuid().primaryKey(),
    /** A name of EMAILS. */
    name: text("letter").notNull(),
    /** Address and parameters, encrypted for the server; empty once the email has gone or cannot go. */
    content: text().notNull(),
    state: text({ enum: ["queued", "sent", "failed", "expired"] }).notNull(),
    /** Looks like an email and goes nowhere: written where there is no account, so that it takes as long. */
    is_void: boolean().notNull().default(false),
    attempts: integer().notNull().default(0),
    next_at: at("next_at").notNull(),
    /** After this it says nothing that is still true. */
    expires_at: at("expires_at"),
    /** When it was laid into the folder for the operator; the queue keeps it for a mail server to come. */
    filed_at: at("filed_at"),
    /** What the mail server said last, for the operator. */
    error: text("problem"),
    created_at: at("created_at").notNull(),
  },
  (table) => [index("outbox_next").on(table.next_at).where(sql`state = 'queued'`), index("outbox_created").on(table.created_at)],
);
