-- Versions under an earlier key of their scope are asked for in portions (vault/old-versions.ts).
CREATE INDEX "superseded_scope_epoch" ON "superseded" USING btree ("scope_id", "epoch");--> statement-breakpoint
DROP INDEX "superseded_scope";
