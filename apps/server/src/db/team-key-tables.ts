/** What members of a team have. Apart from the teams' own tables, which accounts refer to. */
import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { count } from "./columns.ts";
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
