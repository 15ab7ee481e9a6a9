-- Whether the log of the account's team has it; true for accounts from before, which are asked again with the next entry of the log.
ALTER TABLE "account" ADD COLUMN "is_in_log" boolean DEFAULT true NOT NULL;
