/** What drizzle-kit reads to write a migration: `npm run migrations`, from the root of the repository. */
import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: [
    "./apps/server/src/db/tables.ts",
    "./apps/server/src/db/team-tables.ts",
    "./apps/server/src/db/team-key-tables.ts",
    "./apps/server/src/db/access-tables.ts",
    "./apps/server/src/db/retention-tables.ts",
    "./apps/server/src/db/sharing-tables.ts",
  ],
  out: "./apps/server/src/db/migrations",
});
