-- Signed marks: how far each member knows the log of their team. They go with the membership.
CREATE TABLE "team_mark" (
	"team_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"size" integer NOT NULL,
	"root" text NOT NULL,
	"marked_at" bigint NOT NULL,
	"public_key" text NOT NULL,
	"signature" text NOT NULL,
	CONSTRAINT "team_mark_team_id_member_id_pk" PRIMARY KEY("team_id","member_id")
);
--> statement-breakpoint
ALTER TABLE "team_mark" ADD CONSTRAINT "team_mark_team_id_team_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."team"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_mark" ADD CONSTRAINT "team_mark_member_id_account_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- The second wall (0010): members read the marks of their team, and write their own.
ALTER TABLE "team_mark" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "team_mark" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY everybody ON "team_mark" USING ((select coffer_is_system()));--> statement-breakpoint
CREATE POLICY of_team ON "team_mark" FOR SELECT USING (team_id = (select team_id from account where account.id = (select coffer_account())));--> statement-breakpoint
CREATE POLICY own_new ON "team_mark" FOR INSERT WITH CHECK (member_id = (select coffer_account()) AND team_id = (select team_id from account where account.id = (select coffer_account())));--> statement-breakpoint
CREATE POLICY own_change ON "team_mark" FOR UPDATE USING (member_id = (select coffer_account())) WITH CHECK (member_id = (select coffer_account()));
