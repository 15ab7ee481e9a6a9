-- Where items were, and whether they were in the trash, until that changed: for the vault as it was on an earlier day (vault/as-of.ts).
CREATE TABLE "earlier_place" (
	"record_id" uuid NOT NULL,
	"scope_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"category_id" uuid,
	"favourite" boolean NOT NULL,
	"deleted_at" timestamp with time zone,
	"replaced_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "earlier_place" ADD CONSTRAINT "earlier_place_record_id_record_id_fk" FOREIGN KEY ("record_id") REFERENCES "public"."record"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earlier_place" ADD CONSTRAINT "earlier_place_scope_id_scope_id_fk" FOREIGN KEY ("scope_id") REFERENCES "public"."scope"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earlier_place" ADD CONSTRAINT "earlier_place_owner_id_account_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "earlier_place_record_at" ON "earlier_place" USING btree ("record_id","replaced_at");--> statement-breakpoint
CREATE INDEX "earlier_place_at" ON "earlier_place" USING btree ("replaced_at");--> statement-breakpoint
CREATE INDEX "earlier_place_scope" ON "earlier_place" USING btree ("scope_id");--> statement-breakpoint
CREATE INDEX "earlier_place_owner" ON "earlier_place" USING btree ("owner_id");--> statement-breakpoint
ALTER TABLE "earlier_place" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "earlier_place" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own ON "earlier_place" USING ((select coffer_is_system()) OR owner_id = (select coffer_account()));
