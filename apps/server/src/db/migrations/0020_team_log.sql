-- The signed log of a team, the copies of its key, and shares with whole teams.
CREATE TABLE "team_log" (
	"team_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"text" text NOT NULL,
	"signature" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "team_log_team_id_seq_pk" PRIMARY KEY("team_id","seq")
);
--> statement-breakpoint
CREATE TABLE "team_author" (
	"team_id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"public_key" text NOT NULL,
	CONSTRAINT "team_author_team_id_fingerprint_pk" PRIMARY KEY("team_id","fingerprint")
);
--> statement-breakpoint
CREATE TABLE "team_key" (
	"team_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"epoch" integer NOT NULL,
	"id" uuid NOT NULL,
	"sender_id" uuid NOT NULL,
	"sender_key" text NOT NULL,
	"signed_at" bigint NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "team_key_team_id_member_id_epoch_pk" PRIMARY KEY("team_id","member_id","epoch")
);
--> statement-breakpoint
ALTER TABLE "team" ADD COLUMN "key_epoch" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "invited_proof" text;--> statement-breakpoint
ALTER TABLE "share_grant" ADD COLUMN "team_id" uuid;--> statement-breakpoint
ALTER TABLE "share_grant" ADD COLUMN "team_epoch" integer;--> statement-breakpoint
ALTER TABLE "share_grant" ALTER COLUMN "recipient_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "share_grant" ADD CONSTRAINT "share_grant_with" CHECK ((recipient_id is null) <> (team_id is null) AND (team_id is null) = (team_epoch is null));--> statement-breakpoint
CREATE UNIQUE INDEX "share_grant_live_team" ON "share_grant" USING btree ("scope_id","team_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "share_grant_team" ON "share_grant" USING btree ("team_id");--> statement-breakpoint
ALTER TABLE "team_log" ADD CONSTRAINT "team_log_team_id_team_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."team"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_author" ADD CONSTRAINT "team_author_team_id_team_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."team"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_key" ADD CONSTRAINT "team_key_team_id_team_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."team"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_key" ADD CONSTRAINT "team_key_member_id_account_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE FUNCTION "team_log_refuse"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- A log goes with its team, and no other way.
	IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM team WHERE team.id = OLD.team_id) THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'The log of a team is append-only.';
END $$;
--> statement-breakpoint
CREATE TRIGGER "team_log_append_only" BEFORE UPDATE OR DELETE ON "team_log" FOR EACH ROW EXECUTE FUNCTION "team_log_refuse"();
--> statement-breakpoint
CREATE TRIGGER "team_log_no_truncate" BEFORE TRUNCATE ON "team_log" FOR EACH STATEMENT EXECUTE FUNCTION "team_log_refuse"();
