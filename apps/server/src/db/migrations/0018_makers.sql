-- Who may write a shared vault keeps things of their own in it (decisions V-08, C-12): whom a record belongs to, where that is not the owner of its scope.
ALTER TABLE "record" ADD COLUMN "maker_id" uuid;--> statement-breakpoint
ALTER TABLE "record" ADD CONSTRAINT "record_maker_id_account_id_fk" FOREIGN KEY ("maker_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "record_maker" ON "record" USING btree ("maker_id");--> statement-breakpoint
-- The second wall (0014): whoever deletes a thing of their own for good takes its earlier saves along.
CREATE POLICY granted_gone ON "superseded" FOR DELETE USING (scope_id in (select g.scope_id from share_grant g where g.recipient_id = (select coffer_account()) and g.permission = 'write' and g.ended_at is null and (g.expires_at is null or g.expires_at > now())));
