CREATE TABLE "departed" (
	"scope_id" uuid NOT NULL,
	"record_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	CONSTRAINT "departed_scope_id_record_id_pk" PRIMARY KEY("scope_id","record_id")
);
--> statement-breakpoint
CREATE TABLE "share_grant" (
	"id" uuid PRIMARY KEY NOT NULL,
	"scope_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"sender_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"permission" text NOT NULL,
	"epoch" integer NOT NULL,
	"shared_key" text NOT NULL,
	"signed_at" bigint NOT NULL,
	"write_key" text,
	"write_signed_at" bigint,
	"expires_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "head" ADD COLUMN "writer_id" uuid;--> statement-breakpoint
ALTER TABLE "identity" ADD COLUMN "trust_store" text;--> statement-breakpoint
ALTER TABLE "scope" ADD COLUMN "stamp" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "departed" ADD CONSTRAINT "departed_scope_id_scope_id_fk" FOREIGN KEY ("scope_id") REFERENCES "public"."scope"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "departed" ADD CONSTRAINT "departed_record_id_record_id_fk" FOREIGN KEY ("record_id") REFERENCES "public"."record"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_grant" ADD CONSTRAINT "share_grant_scope_id_scope_id_fk" FOREIGN KEY ("scope_id") REFERENCES "public"."scope"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_grant" ADD CONSTRAINT "share_grant_item_id_record_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."record"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_grant" ADD CONSTRAINT "share_grant_sender_id_account_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_grant" ADD CONSTRAINT "share_grant_recipient_id_account_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "departed_record" ON "departed" USING btree ("record_id");--> statement-breakpoint
CREATE INDEX "share_grant_scope" ON "share_grant" USING btree ("scope_id");--> statement-breakpoint
CREATE INDEX "share_grant_recipient" ON "share_grant" USING btree ("recipient_id");--> statement-breakpoint
CREATE INDEX "share_grant_sender" ON "share_grant" USING btree ("sender_id");--> statement-breakpoint
CREATE UNIQUE INDEX "share_grant_live" ON "share_grant" USING btree ("scope_id","recipient_id") WHERE ended_at is null;
