CREATE TABLE "device" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refused_count" (
	"account_id" uuid NOT NULL,
	"event" text NOT NULL,
	"day" timestamp with time zone NOT NULL,
	"count" bigint NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "refused_count_account_id_event_day_pk" PRIMARY KEY("account_id","event","day")
);
--> statement-breakpoint
CREATE TABLE "sign_in_place" (
	"key" text NOT NULL,
	"address" text NOT NULL,
	"network" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sign_in_place_key_address_pk" PRIMARY KEY("key","address")
);
--> statement-breakpoint
CREATE TABLE "sign_in_queue" (
	"key" text PRIMARY KEY NOT NULL,
	"heat" integer NOT NULL,
	"heated_at" timestamp with time zone NOT NULL,
	"next_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
-- Codes live ten minutes; those under way have no request and are asked for anew.
DELETE FROM "code";--> statement-breakpoint
ALTER TABLE "code" DROP CONSTRAINT "code_purpose_subject_pk";--> statement-breakpoint
ALTER TABLE "code" ADD COLUMN "request" text PRIMARY KEY NOT NULL;--> statement-breakpoint
ALTER TABLE "code" ADD COLUMN "is_known" boolean NOT NULL;--> statement-breakpoint
ALTER TABLE "code" ADD COLUMN "is_long" boolean NOT NULL;--> statement-breakpoint
ALTER TABLE "code" ADD COLUMN "mailed_at" timestamp with time zone NOT NULL;--> statement-breakpoint
ALTER TABLE "device" ADD CONSTRAINT "device_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "device_hash" ON "device" USING btree ("account_id","hash");--> statement-breakpoint
CREATE INDEX "device_used" ON "device" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "refused_count_day" ON "refused_count" USING btree ("day");--> statement-breakpoint
CREATE INDEX "sign_in_place_due" ON "sign_in_place" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "code_subject" ON "code" USING btree ("purpose","subject","mailed_at");--> statement-breakpoint
-- Counters, like "rate_limit": they need not survive a crash, and cost no disk flush.
ALTER TABLE "sign_in_queue" SET UNLOGGED;--> statement-breakpoint
ALTER TABLE "sign_in_place" SET UNLOGGED;
