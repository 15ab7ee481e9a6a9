-- How a link was given, and why it was taken back. One that is on its way counts as handed over: its reader is asked to sign in.
ALTER TABLE "invitation" ADD COLUMN "is_mailed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "invitation" ADD COLUMN "is_unbacked" boolean DEFAULT false NOT NULL;
