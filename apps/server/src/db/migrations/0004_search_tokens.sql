ALTER TABLE "record" ADD COLUMN "search_tokens" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "record_search" ON "record" USING gin ("search_tokens");