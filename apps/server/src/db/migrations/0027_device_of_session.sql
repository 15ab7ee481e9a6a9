-- The known device that a session began on: wrong proofs count for the session, then for it.
ALTER TABLE "session" ADD COLUMN "device_id" uuid;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- Whether the account's mailbox was proven when it was made; true for accounts from before, which were not asked.
ALTER TABLE "account" ADD COLUMN "is_address_proven" boolean DEFAULT true NOT NULL;
