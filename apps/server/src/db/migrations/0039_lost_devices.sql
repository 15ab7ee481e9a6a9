-- Where a passkey was added, and which one began a session: a lost device takes its passkeys with it. Null for those of before.
ALTER TABLE "passkey" ADD COLUMN "device_id" uuid;--> statement-breakpoint
ALTER TABLE "passkey" ADD COLUMN "session_id" uuid;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "passkey_id" text;
