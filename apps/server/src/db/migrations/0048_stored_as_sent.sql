-- Sealed texts are stored as they are sent. True ones get no smaller anyway; ones that compress well were stored in a hundredth, and replies, which are cut by that size, were
-- a hundred times as large. What is stored already stays as it is until it is saved again.
ALTER TABLE "record" ALTER COLUMN "fields" SET STORAGE EXTERNAL, ALTER COLUMN "seal" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "superseded" ALTER COLUMN "fields" SET STORAGE EXTERNAL, ALTER COLUMN "seal" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "discarded_record" ALTER COLUMN "fields" SET STORAGE EXTERNAL, ALTER COLUMN "seal" SET STORAGE EXTERNAL;
