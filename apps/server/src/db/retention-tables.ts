/** The tables of what is kept for a while after use: superseded saves, where items were, and vaults left behind by a reset. */
import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { account, at, count, record, savedColumns, scope } from "./tables.ts";

/** The earlier versions of records: saves that were replaced by a newer one (vault/versions.ts). Purging the record deletes them too. */
export const superseded = pgTable(
  "superseded",
  {
    record_id: uuid()
      .notNull()
      .references(() => record.id, { onDelete: "cascade" }),
    scope_id: uuid()
      .notNull()
      .references(() => scope.id, { onDelete: "cascade" }),
    owner_id: uuid()
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    kind: text().notNull(),
    revision: count("revision").notNull(),
    save_id: text().notNull(),
    /** Of the scope's key then. */
    epoch: integer().notNull(),
    seal: text().notNull(),
    fields: jsonb().$type<Record<string, string>>().notNull(),
    superseded_at: at("superseded_at").notNull(),
  },
  (table) => [
    index("superseded_at").on(table.superseded_at),
    index("superseded_record_at").on(table.record_id, table.superseded_at),
    index("superseded_scope_epoch").on(table.scope_id, table.epoch),
    index("superseded_owner").on(table.owner_id),
  ],
);

/** Where an item was until its owner changed that (vault/earlier-places.ts). Purging the record deletes it too. */
export const earlierPlace = pgTable(
  "earlier_place",
  {
    record_id: uuid()
      .notNull()
      .references(() => record.id, { onDelete: "cascade" }),
    scope_id: uuid()
      .notNull()
      .references(() => scope.id, { onDelete: "cascade" }),
    owner_id: uuid()
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    category_id: uuid(),
    favourite: boolean().notNull(),
    /** As in its record: null while it was in use. */
    deleted_at: at("deleted_at"),
    replaced_at: at("replaced_at").notNull(),
  },
  (table) => [
    index("earlier_place_record_at").on(table.record_id, table.replaced_at),
    index("earlier_place_at").on(table.replaced_at),
    index("earlier_place_scope").on(table.scope_id),
    index("earlier_place_owner").on(table.owner_id),
  ],
);

/** What a recovery key that is found later needs to open a vault that a reset left behind. */
export const discardedVault = pgTable(
  "discarded_vault",
  {
    account_id: uuid()
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    /** Also the `deleted_at` of its records in `record`, as long as they are not brought back. */
    discarded_at: at("discarded_at").notNull(),
    encrypted_key: text().notNull(),
    recovery_epoch: integer().notNull(),
    key_epoch: integer().notNull(),
    public_key: text().notNull(),
    encrypted_private_key: text().notNull(),
    head_seq: count("head_seq").notNull(),
    head_generation: integer().notNull().default(0),
    head: text().notNull(),
    head_signature: text(),
  },
  (table) => [primaryKey({ columns: [table.account_id, table.discarded_at] })],
);

/** Its records, whole as they were. In `record` they are purged. */
export const discardedRecord = pgTable(
  "discarded_record",
  {
    account_id: uuid().notNull(),
    discarded_at: at("discarded_at").notNull(),
    id: uuid().notNull(),
    scope_id: uuid().notNull(),
    owner_id: uuid().notNull(),
    ...savedColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.account_id, table.discarded_at, table.id] }),
    index("discarded_record_id").on(table.id),
    foreignKey({
      name: "discarded_record_vault",
      columns: [table.account_id, table.discarded_at],
      foreignColumns: [discardedVault.account_id, discardedVault.discarded_at],
    }).onDelete("cascade"),
  ],
);
