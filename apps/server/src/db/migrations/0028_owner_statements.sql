-- What is the owner's alone in a shared scope, signed by the owner, and the seq with which it came. Older scopes have none until the owner's next write.
ALTER TABLE "scope" ADD COLUMN "own" text;--> statement-breakpoint
ALTER TABLE "scope" ADD COLUMN "own_at" bigint;
