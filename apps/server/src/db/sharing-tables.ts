/** The tables of the sharing feature. */
import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { account, at, count, record, scope } from "./tables.ts";

/** Who may read or write a shared scope apart from its owner. An ended grant stays until the scope's key is replaced: heads that its holder signed are proven by it. */
export const shareGrant = pgTable(
  "share_grant",
  {
    id: uuid().primaryKey(),
    scope_id: uuid()
      .notNull()
      .references(() => scope.id, { onDelete: "cascade" }),
    /** What is shared: the one item of the scope, or its vault. */
    item_id: uuid()
      .notNull()
      .references(() => record.id, { onDelete: "cascade" }),
    sender_id: uuid()
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    /**
     * A person, or null where it is a team's. No foreign key: when the account goes, a trigger ends the grant and keeps its public key, since heads that its holder signed are
     * proven by both.
     */
    recipient_id: uuid(),
    /** Of a holder whose account was deleted. */
    recipient_key: text(),
    /** Ended grants outlive the team, until the scope's key is replaced. */
    team_id: uuid(),
    /** Of the team's key that the grant is under. */
    team_epoch: integer(),
    permission: text({ enum: ["read", "write"] }).notNull(),
    /** Of the scope's key in it. */
    epoch: integer().notNull(),
    /** The scope's key, sealed to the recipient and signed by the sender. */
    shared_key: text().notNull(),
    /** By the sender's clock, as the grant says it. */
    signed_at: count("signed_at").notNull(),
    /** The last grant under this key that let the holder write, where the newest does not: heads from then are proven by it. */
    write_key: text(),
    write_signed_at: count("write_signed_at"),
    /** By the server's clock: what was replaced before is not shown to the holder. */
    given_at: at("given_at").notNull().defaultNow(),
    expires_at: at("expires_at"),
    ended_at: at("ended_at"),
    /** The vault's grant that this grant of an item in the vault is linked to. No foreign key: each of the two stays until its own scope has another key. */
    along_id: uuid(),
  },
  (table) => [
    index("share_grant_scope").on(table.scope_id),
    index("share_grant_recipient").on(table.recipient_id),
    index("share_grant_sender").on(table.sender_id),
    index("share_grant_team").on(table.team_id),
    index("share_grant_along").on(table.along_id),
    uniqueIndex("share_grant_live_along").on(table.scope_id, table.along_id).where(sql`ended_at is null`),
    uniqueIndex("share_grant_live_team").on(table.scope_id, table.team_id).where(sql`ended_at is null and along_id is null`),
    check("share_grant_with", sql`(recipient_id is null) <> (team_id is null) and (team_id is null) = (team_epoch is null)`),
    uniqueIndex("share_grant_live").on(table.scope_id, table.recipient_id).where(sql`ended_at is null and along_id is null`),
  ],
);

/**
 * The id of every shared scope that ever began. What devices and grants know of a scope outlives it, so no other scope begins under its id. Rows are added, and read
 * by no one.
 */
export const begunScope = pgTable("begun_scope", { id: uuid().primaryKey() });

/** Records that have left a scope for another: devices that pull changes must learn it. */
export const departed = pgTable(
  "departed",
  {
    scope_id: uuid()
      .notNull()
      .references(() => scope.id, { onDelete: "cascade" }),
    record_id: uuid()
      .notNull()
      .references(() => record.id, { onDelete: "cascade" }),
    /** Of the first head that does not list it. */
    seq: count("seq").notNull(),
  },
  (table) => [primaryKey({ columns: [table.scope_id, table.record_id] }), index("departed_record").on(table.record_id)],
);

/**
 * What a person could read before they left a team or their account ended, by its owner, so that the owner can change it. A grant is deleted when its key is
 * replaced, which is soon after.
 */
export const leftAccess = pgTable(
  "left_access",
  {
    owner_id: uuid()
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    /** What was shared: an item, or the vault that held items of this owner. */
    item_id: uuid()
      .notNull()
      .references(() => record.id, { onDelete: "cascade" }),
    /** Of the one who left. */
    email: text().notNull(),
    at: at("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner_id, table.item_id, table.email] }), index("left_access_item").on(table.item_id)],
);
