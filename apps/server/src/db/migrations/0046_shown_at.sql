-- When a session last showed that it has the keys: a call without them, as with a stolen token, is no sign of life of its device.
ALTER TABLE "session" ADD COLUMN "shown_at" timestamp with time zone;
--> statement-breakpoint
-- Of those that are there it counts from their last call, whichever that was: a device that sleeps now is not kept open by later calls without its keys.
UPDATE "session" SET "shown_at" = coalesce("last_used_at", "created_at") WHERE "is_guarded";
