-- The language of an account's emails. Everyone was written to in English until now; the next sign-in says what its browser asks for.
ALTER TABLE "account" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;
