/** Teams and roles. Membership is part of the account. */
import { boolean, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { at, count } from "./columns.ts";

export const team = pgTable("team", {
  id: uuid().primaryKey(),
  name: text().notNull(),
  description: text().notNull().default(""),
  /** As its maker's device wrapped it; null as long as there is none. */
  encrypted_team_key: text(),
  /** Bytes of the records of its members, when they were last counted. */
  stored_bytes: count("stored_bytes").notNull().default(0),
  /** How often the team's key was drawn, as its log says; 0: never. */
  key_epoch: integer().notNull().default(0),
  created_at: at("created_at").notNull(),
});

export const ofTeam = uuid("team_id")
  .notNull()
  .references(() => team.id, { onDelete: "cascade" });

/** The signed log of a team (contract/team-log.ts): a trigger lets nothing of it be changed. */
export const teamLog = pgTable(
  "team_log",
  { team_id: ofTeam, seq: integer().notNull(), text: text().notNull(), signature: text().notNull(), at: at("at").notNull() },
  (table) => [primaryKey({ columns: [table.team_id, table.seq] })],
);

/** Public keys that signed entries of a log. They stay when an account goes: the log is verified by them. */
export const teamAuthor = pgTable(
  "team_author",
  { team_id: ofTeam, fingerprint: text().notNull(), public_key: text().notNull() },
  (table) => [primaryKey({ columns: [table.team_id, table.fingerprint] })],
);

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
