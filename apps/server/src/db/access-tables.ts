/** The tables of account access apart from accounts and sessions: attempts, mailed codes, known devices, linked profiles, vaults left behind, audit log, outbox. */
import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { account, at, count } from "./tables.ts";

/** Wrong six-digit codes of the last day, by HMAC of the account or mailbox; see http/attempts.ts. Logged, unlike the counters: a crash must not give attempts back. */
export const attempt = pgTable("guess", { key: text().primaryKey(), tries: at("tries").array().notNull() });

/** Requests for a mailed code: one row each, so that one caller's tries do not use up another's. */
export const code = pgTable(
  "code",
  {
    /** HMAC of what only the caller was given. */
    request: text().primaryKey(),
    purpose: text({ enum: ["recovery", "profile", "email", "invitation"] }).notNull(),
    /** HMAC of the address, and of the caller where that is known. Rows for addresses without an account look the same. */
    subject: text().notNull(),
    hash: text().notNull(),
    /** Whether a known device or a signed-in user asked; each kind of caller has its own budgets. */
    is_known: boolean().notNull(),
    /** A long code needs no budget over requests; see account/codes.ts. */
    is_long: boolean().notNull(),
    tries: integer().notNull().default(0),
    mailed_at: at("mailed_at").notNull(),
    expires_at: at("expires_at").notNull(),
    /** When it was answered correctly; what it allows must be done within 15 minutes. */
    proven_at: at("proven_at"),
  },
  (table) => [index("code_subject").on(table.purpose, table.subject, table.mailed_at)],
);

/** Devices that have signed in before, by HMAC of the token that each keeps. */
export const device = pgTable(
  "device",
  {
    id: uuid().primaryKey(),
    account_id: uuid()
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    hash: text().notNull(),
    used_at: at("used_at").notNull(),
  },
  (table) => [uniqueIndex("device_hash").on(table.account_id, table.hash), index("device_used").on(table.used_at)],
);

/** Passkeys that open an account. What they are called, the vault says. */
export const passkey = pgTable(
  "passkey",
  {
    /** As its authenticator made it, base64url. */
    id: text().primaryKey(),
    account_id: uuid()
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    /** COSE, base64url. */
    public_key: text().notNull(),
    /** How often it signed, by its own word; 0 where it does not count. */
    counter: count("counter").notNull(),
    /** The vault key under what only the passkey yields, and the account's key epoch of that time: new keys end every passkey. */
    copy: text().notNull(),
    key_epoch: integer().notNull(),
    /** Browser and system that made it. */
    device: text().notNull(),
    /** The known device it was added on, where there was one, and the session: a lost device takes its passkeys with it. */
    device_id: uuid(),
    session_id: uuid(),
    created_at: at("created_at").notNull(),
    last_used_at: at("last_used_at"),
  },
  (table) => [index("passkey_account").on(table.account_id)],
);

/** Questions to passkeys that were not answered yet; each is taken once. */
export const passkeyChallenge = pgTable(
  "passkey_challenge",
  {
    /** HMAC of what only the caller was given. */
    request: text().primaryKey(),
    /** Who adds one; null for a sign-in. */
    account_id: uuid(),
    challenge: text().notNull(),
    created_at: at("created_at").notNull(),
  },
  (table) => [index("passkey_challenge_created").on(table.created_at)],
);

/** How fast an account may be tried from unknown devices, by HMAC of its email; see http/sign-in-queue.ts. */
export const signInQueue = pgTable("sign_in_queue", {
  key: text().primaryKey(),
  heat: integer().notNull(),
  heated_at: at("heated_at").notNull(),
  /** When the next caller without a place is let through. */
  next_at: at("next_at").notNull(),
});

/** Places in such a queue: whose turn is when. */
export const signInPlace = pgTable(
  "sign_in_place",
  {
    key: text().notNull(),
    address: text().notNull(),
    network: text().notNull(),
    due_at: at("due_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.address] }), index("sign_in_place_due").on(table.due_at)],
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
    /** SHA-256 in hex of what the caller shows to get a session of the other account. */
    link_auth_hash: text().notNull(),
    /** When the owner of each account was last mailed that it was opened from the other. */
    existing_mailed_at: at("existing_mailed_at"),
    new_mailed_at: at("new_mailed_at"),
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

/** Refusals of an account, counted by kind and day: a thousand failures push nothing off the audit log. */
export const refusedCount = pgTable(
  "refused_count",
  {
    account_id: uuid().notNull(),
    event: text().notNull(),
    /** Its beginning, by UTC. */
    day: at("day").notNull(),
    count: count("count").notNull(),
    last_at: at("last_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.account_id, table.event, table.day] }), index("refused_count_day").on(table.day)],
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
    /** After this its content is no longer true. */
    expires_at: at("expires_at"),
    /** When it was written to the folder for the operator; the queue keeps it for a mail server that is set later. */
    filed_at: at("filed_at"),
    /** What the mail server answered last, by its code: its words may hold the address. */
    error: text("problem"),
    created_at: at("created_at").notNull(),
  },
  (table) => [index("outbox_next").on(table.next_at).where(sql`state = 'queued'`), index("outbox_created").on(table.created_at)],
);
