/** What members of a team have and leave. Apart from the teams' own tables, which accounts refer to. */
import { index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { at, count } from "./columns.ts";
import { account } from "./tables.ts";
import { ofTeam } from "./team-tables.ts";

/** Copies of a team's key, each sealed to a member by one who has it. */
export const teamKey = pgTable(
  "team_key",
  {
    team_id: ofTeam,
    member_id: uuid()
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    epoch: integer().notNull(),
    id: uuid().notNull(),
    sender_id: uuid().notNull(),
    sender_key: text().notNull(),
    /** By the sender's clock, as the grant says it. */
    signed_at: count("signed_at").notNull(),
    key: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.team_id, table.member_id, table.epoch] })],
);

/** Whose copies for an epoch a member could not open. Then no other of that sender's takes the place of a true one. */
export const refusedKey = pgTable(
  "refused_key",
  {
    team_id: ofTeam,
    member_id: uuid()
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    epoch: integer().notNull(),
    sender_id: uuid().notNull(),
    at: at("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.team_id, table.member_id, table.epoch, table.sender_id] }),
    index("refused_key_member").on(table.member_id),
  ],
);

/** How far each member knows the log of their team, signed by them (contract/team-marks.ts): the newest. */
export const teamMark = pgTable(
  "team_mark",
  {
    team_id: ofTeam,
    member_id: uuid()
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    size: integer().notNull(),
    root: text().notNull(),
    /** By the member's clock, as the mark says it. */
    marked_at: count("marked_at").notNull(),
    public_key: text().notNull(),
    signature: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.team_id, table.member_id] })],
);
