CREATE TABLE "discarded_record" (
	"account_id" uuid NOT NULL,
	"discarded_at" timestamp with time zone NOT NULL,
	"id" uuid NOT NULL,
	"scope_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"kind" text NOT NULL,
	"revision" bigint NOT NULL,
	"save_id" text NOT NULL,
	"seal" text NOT NULL,
	"fields" jsonb NOT NULL,
	"category_id" uuid,
	"favourite" boolean DEFAULT false NOT NULL,
	"auto_login" boolean DEFAULT false NOT NULL,
	"color" text,
	"icon" text,
	"last_used_at" timestamp with time zone,
	"state" text DEFAULT 'live' NOT NULL,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "discarded_record_account_id_discarded_at_id_pk" PRIMARY KEY("account_id","discarded_at","id")
);
--> statement-breakpoint
CREATE TABLE "superseded" (
	"record_id" uuid NOT NULL,
	"scope_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"revision" bigint NOT NULL,
	"save_id" text NOT NULL,
	"epoch" integer NOT NULL,
	"seal" text NOT NULL,
	"fields" jsonb NOT NULL,
	"superseded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "record" DROP CONSTRAINT "record_category_id_record_id_fk";
--> statement-breakpoint
DROP INDEX "record_scope_meta";--> statement-breakpoint
DROP INDEX "record_search";--> statement-breakpoint
ALTER TABLE "head" ADD COLUMN "generation" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "head" ADD COLUMN "signature" text;--> statement-breakpoint
ALTER TABLE "record" ADD COLUMN "state" text DEFAULT 'live' NOT NULL;--> statement-breakpoint
ALTER TABLE "scope" ADD COLUMN "generation" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "discarded_vault" ADD COLUMN "head_generation" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "discarded_vault" ADD COLUMN "head_signature" text;--> statement-breakpoint
ALTER TABLE "discarded_record" ADD CONSTRAINT "discarded_record_vault" FOREIGN KEY ("account_id","discarded_at") REFERENCES "public"."discarded_vault"("account_id","discarded_at") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "superseded" ADD CONSTRAINT "superseded_record_id_record_id_fk" FOREIGN KEY ("record_id") REFERENCES "public"."record"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "superseded" ADD CONSTRAINT "superseded_scope_id_scope_id_fk" FOREIGN KEY ("scope_id") REFERENCES "public"."scope"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "superseded" ADD CONSTRAINT "superseded_owner_id_account_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "discarded_record_id" ON "discarded_record" USING btree ("id");--> statement-breakpoint
CREATE INDEX "superseded_at" ON "superseded" USING btree ("superseded_at");--> statement-breakpoint
CREATE INDEX "superseded_record" ON "superseded" USING btree ("record_id");--> statement-breakpoint
CREATE INDEX "superseded_scope" ON "superseded" USING btree ("scope_id");--> statement-breakpoint
-- Tombstones that are empty are purged records, the others lie in the trash, as they did.
UPDATE "record" SET "state" = CASE WHEN "seal" = '' THEN 'purged' ELSE 'trashed' END WHERE "deleted_at" IS NOT NULL;--> statement-breakpoint
-- What a reset left behind has a table of its own; the ids stay as purged records.
INSERT INTO "discarded_record" ("account_id", "discarded_at", "id", "scope_id", "owner_id", "seq", "kind", "revision", "save_id", "seal", "fields", "category_id", "favourite", "auto_login", "color", "icon", "last_used_at", "state", "deleted_at", "created_at", "updated_at")
	SELECT v."account_id", v."discarded_at", r."id", r."scope_id", r."owner_id", r."seq", r."kind", r."revision", r."save_id", r."seal", r."fields", r."category_id", r."favourite", r."auto_login", r."color", r."icon", r."last_used_at", 'live', NULL, r."created_at", r."updated_at"
	FROM "record" r JOIN "scope" s ON s."id" = r."scope_id" JOIN "discarded_vault" v ON v."account_id" = s."owner_id" AND v."discarded_at" = r."deleted_at"
	WHERE r."seal" <> '';--> statement-breakpoint
-- What was trashed before a reset is sealed under a key of then, which is gone: bytes 3 to 6 of a seal are the epoch of its key. No reset can seal it anew.
WITH "trash" AS MATERIALIZED (
	SELECT r."id", r."deleted_at", s."epoch", decode(translate(substr(r."seal", 3, 12), '-_', '+/'), 'base64') AS "header"
	FROM "record" r JOIN "scope" s ON s."id" = r."scope_id" WHERE r."state" = 'trashed'
)
UPDATE "record" r SET "state" = 'purged', "seal" = '', "fields" = '{}', "category_id" = NULL, "favourite" = false, "auto_login" = false, "color" = NULL, "icon" = NULL, "last_used_at" = NULL
	FROM "trash" t
	WHERE t."id" = r."id" AND (
		EXISTS (SELECT 1 FROM "discarded_record" d WHERE d."id" = r."id" AND d."discarded_at" = r."deleted_at")
		OR (get_byte(t."header", 3)::bigint << 24) + (get_byte(t."header", 4) << 16) + (get_byte(t."header", 5) << 8) + get_byte(t."header", 6) <> t."epoch");--> statement-breakpoint
ALTER TABLE "record" DROP COLUMN "meta_seq";--> statement-breakpoint
ALTER TABLE "record" DROP COLUMN "search_tokens";--> statement-breakpoint
ALTER TABLE "scope" DROP COLUMN "meta";