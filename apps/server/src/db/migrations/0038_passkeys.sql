CREATE TABLE "passkey" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"copy" text NOT NULL,
	"key_epoch" integer NOT NULL,
	"device" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "passkey_challenge" (
	"request" text PRIMARY KEY NOT NULL,
	"account_id" uuid,
	"challenge" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passkey_account" ON "passkey" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "passkey_challenge_created" ON "passkey_challenge" USING btree ("created_at");--> statement-breakpoint
-- The second wall (0010): a passkey is its account's, a challenge the server's.
ALTER TABLE "passkey" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "passkey" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own ON "passkey" USING ((select coffer_is_system()) OR account_id = (select coffer_account()));--> statement-breakpoint
ALTER TABLE "passkey_challenge" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "passkey_challenge" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY everybody ON "passkey_challenge" USING ((select coffer_is_system()));
