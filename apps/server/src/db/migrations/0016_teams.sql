CREATE TABLE "team" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"encrypted_team_key" text,
	"stored_bytes" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "role" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "membership_id" uuid;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "joined_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "managed_by" uuid;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "former_team_id" uuid;--> statement-breakpoint
ALTER TABLE "invitation" ADD COLUMN "invited_by" uuid;--> statement-breakpoint
ALTER TABLE "invitation" ADD COLUMN "revoked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "role" ADD CONSTRAINT "role_team_id_team_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."team"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_team_id_team_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."team"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_managed_by_team_id_fk" FOREIGN KEY ("managed_by") REFERENCES "public"."team"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_former_team_id_team_id_fk" FOREIGN KEY ("former_team_id") REFERENCES "public"."team"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_membership_key" UNIQUE("membership_id");--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_team_id_team_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."team"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_invited_by_account_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_team" ON "account" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "invitation_team" ON "invitation" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "invitation_email" ON "invitation" USING btree ("email");--> statement-breakpoint
UPDATE "role" SET "description" = CASE "id"
	WHEN 1 THEN 'May do everything everywhere.'
	WHEN 2 THEN 'Looks after the members of one team.'
	ELSE 'Uses what the team shares.' END
WHERE "id" IN (1, 2, 3);
