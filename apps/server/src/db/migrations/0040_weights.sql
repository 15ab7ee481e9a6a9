-- What a shared scope weighs, and the seq that this is of: a member's save adds what was written since, and does not read everything (vault/weight.ts).
ALTER TABLE "scope" ADD COLUMN "weight" bigint;--> statement-breakpoint
ALTER TABLE "scope" ADD COLUMN "weighed_seq" bigint;
