-- The id of every shared scope that ever began: none begins under the id of one that was given up.
CREATE TABLE "begun_scope" (
	"id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
INSERT INTO "begun_scope" SELECT "id" FROM "scope" WHERE "kind" <> 'personal';--> statement-breakpoint
-- The second wall (0010): any account adds to it, and none reads it.
ALTER TABLE "begun_scope" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "begun_scope" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY everybody ON "begun_scope" USING ((select coffer_is_system()));--> statement-breakpoint
CREATE POLICY own_new ON "begun_scope" FOR INSERT WITH CHECK ((select coffer_account()) IS NOT NULL);
