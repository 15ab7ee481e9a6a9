/** Teams and roles. Who is in a team stands with the account. */
import { boolean, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { at, count } from "./columns.ts";

export const team = pgTable("team", {
  id: uuid().primaryKey(),
  name: text().notNull(),
  description: text().notNull().default(""),
  /** As the device of whoever made it wrapped it; null as long as nobody has. */
  encrypted_team_key: text(),
  /** Bytes of the records of its members, when they were last counted. */
  stored_bytes: count("stored_bytes").notNull().default(0),
  created_at: at("created_at").notNull(),
});

/** Roles 1, 2 and 3 are written by a migration (decision N-02). */
export const role = pgTable("role", {
  id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 100 }),
  name: text().notNull(),
  description: text().notNull().default(""),
  /** Null: of all teams. */
  team_id: uuid().references(() => team.id, { onDelete: "cascade" }),
  manage_team: boolean().notNull().default(false),
  manage_teams: boolean().notNull().default(false),
  manage_roles: boolean().notNull().default(false),
  invite_members: boolean().notNull().default(false),
  remove_members: boolean().notNull().default(false),
});
