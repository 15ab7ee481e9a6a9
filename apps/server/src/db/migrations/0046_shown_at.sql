-- When a session last showed that it has the keys: a call without them, as with a stolen token, is no sign of life of its device.
ALTER TABLE "session" ADD COLUMN "shown_at" timestamp with time zone;
