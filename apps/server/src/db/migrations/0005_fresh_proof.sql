ALTER TABLE "session" ADD COLUMN "proven_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "profile_link" ADD COLUMN "existing_mailed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "profile_link" ADD COLUMN "new_mailed_at" timestamp with time zone;