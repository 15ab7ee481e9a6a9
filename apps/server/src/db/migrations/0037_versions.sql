-- When a share was given, by the server's clock: its holder gets the earlier versions of an item from then on. Of shares of before, from now on.
ALTER TABLE "share_grant" ADD COLUMN "given_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
-- Versions are asked for by item, the newest first.
CREATE INDEX "superseded_record_at" ON "superseded" USING btree ("record_id", "superseded_at");--> statement-breakpoint
DROP INDEX "superseded_record";
