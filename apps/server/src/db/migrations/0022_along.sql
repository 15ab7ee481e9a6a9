-- An item that is shared on its own lies in a shared vault as well: whoever has the vault has a grant of the item's key along with the one of the vault (decision Z-20).
ALTER TABLE "share_grant" ADD COLUMN "along_id" uuid;--> statement-breakpoint
DROP INDEX "share_grant_live";--> statement-breakpoint
DROP INDEX "share_grant_live_team";--> statement-breakpoint
CREATE UNIQUE INDEX "share_grant_live" ON "share_grant" USING btree ("scope_id","recipient_id") WHERE ended_at is null and along_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "share_grant_live_team" ON "share_grant" USING btree ("scope_id","team_id") WHERE ended_at is null and along_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "share_grant_live_along" ON "share_grant" USING btree ("scope_id","along_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "share_grant_along" ON "share_grant" USING btree ("along_id");
