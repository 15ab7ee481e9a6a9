ALTER TABLE "session" ADD COLUMN "half" text;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "half_rest_minutes" integer;