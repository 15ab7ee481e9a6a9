-- Whose copies of a team's key a member could not open, so that the same person cannot keep the place of a true one with the next that does not open.
CREATE TABLE "refused_key" (
	"team_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"epoch" integer NOT NULL,
	"sender_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "refused_key_team_id_member_id_epoch_sender_id_pk" PRIMARY KEY("team_id","member_id","epoch","sender_id")
);
--> statement-breakpoint
ALTER TABLE "refused_key" ADD CONSTRAINT "refused_key_team_id_team_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."team"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refused_key" ADD CONSTRAINT "refused_key_member_id_account_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refused_key_member" ON "refused_key" USING btree ("member_id");--> statement-breakpoint
ALTER TABLE "refused_key" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "refused_key" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY everybody ON "refused_key" USING ((select coffer_is_system()));--> statement-breakpoint
CREATE POLICY own ON "refused_key" FOR SELECT USING (member_id = (select coffer_account()));--> statement-breakpoint
CREATE POLICY own_new ON "refused_key" FOR INSERT WITH CHECK (member_id = (select coffer_account()));--> statement-breakpoint
CREATE POLICY own_change ON "refused_key" FOR UPDATE USING (member_id = (select coffer_account())) WITH CHECK (member_id = (select coffer_account()));
