CREATE TABLE "audit" (
	"account_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"event" text NOT NULL,
	"device" text NOT NULL,
	"previous" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_account_id_seq_pk" PRIMARY KEY("account_id","seq")
);
--> statement-breakpoint
CREATE TABLE "code" (
	"purpose" text NOT NULL,
	"subject" text NOT NULL,
	"hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"proven_at" timestamp with time zone,
	CONSTRAINT "code_purpose_subject_pk" PRIMARY KEY("purpose","subject")
);
--> statement-breakpoint
CREATE TABLE "discarded_vault" (
	"account_id" uuid NOT NULL,
	"discarded_at" timestamp with time zone NOT NULL,
	"encrypted_key" text NOT NULL,
	"recovery_epoch" integer NOT NULL,
	"key_epoch" integer NOT NULL,
	"public_key" text NOT NULL,
	"encrypted_private_key" text NOT NULL,
	"head_seq" bigint NOT NULL,
	"head" text NOT NULL,
	CONSTRAINT "discarded_vault_account_id_discarded_at_pk" PRIMARY KEY("account_id","discarded_at")
);
--> statement-breakpoint
CREATE TABLE "guess" (
	"key" text PRIMARY KEY NOT NULL,
	"tries" timestamp with time zone[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"letter" text NOT NULL,
	"content" text NOT NULL,
	"state" text NOT NULL,
	"is_void" boolean DEFAULT false NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"filed_at" timestamp with time zone,
	"problem" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "profile_link" (
	"id" uuid PRIMARY KEY NOT NULL,
	"existing_id" uuid NOT NULL,
	"new_id" uuid NOT NULL,
	"for_existing" text NOT NULL,
	"for_new" text NOT NULL,
	"existing_epoch" integer NOT NULL,
	"new_epoch" integer NOT NULL,
	"link_auth_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "recovery_epoch" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "mfa_secret" text;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "mfa_pending" text;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "mfa_last_step" bigint;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "mfa_recovery_hashes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "purge_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "device" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "last_used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "discarded_vault" ADD CONSTRAINT "discarded_vault_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_link" ADD CONSTRAINT "profile_link_existing_id_account_id_fk" FOREIGN KEY ("existing_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_link" ADD CONSTRAINT "profile_link_new_id_account_id_fk" FOREIGN KEY ("new_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "outbox_next" ON "outbox" USING btree ("next_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "outbox_created" ON "outbox" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "profile_link_pair" ON "profile_link" USING btree ("existing_id","new_id");--> statement-breakpoint
CREATE INDEX "profile_link_new" ON "profile_link" USING btree ("new_id");