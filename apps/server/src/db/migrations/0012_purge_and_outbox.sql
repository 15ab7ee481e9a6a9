-- What lies in the trash is looked for every hour, by when it was deleted.
CREATE INDEX "record_trashed" ON "record" USING btree ("deleted_at") WHERE state = 'trashed' and seal <> '';--> statement-breakpoint
-- Mail servers repeat the address that they refuse: what they said is kept by its code alone from now on, and of what was kept before only that remains.
UPDATE "outbox" SET "problem" = substring("problem" from '^[A-Za-z_]+(?: [0-9]{3})?') WHERE "problem" IS NOT NULL;
