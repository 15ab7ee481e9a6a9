-- What somebody who has left could read, for whoever owns it: grants are forgotten when their key is replaced.
CREATE TABLE "left_access" (
	"owner_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"email" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "left_access_owner_id_item_id_email_pk" PRIMARY KEY("owner_id","item_id","email")
);
--> statement-breakpoint
ALTER TABLE "left_access" ADD CONSTRAINT "left_access_owner_id_account_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "left_access" ADD CONSTRAINT "left_access_item_id_record_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."record"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "left_access_item" ON "left_access" USING btree ("item_id");--> statement-breakpoint
-- The second wall (0010).
ALTER TABLE "left_access" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "left_access" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY everybody ON "left_access" USING ((select coffer_is_system()));--> statement-breakpoint
CREATE POLICY own ON "left_access" USING (owner_id = (select coffer_account()));
