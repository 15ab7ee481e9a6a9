-- Whether the device of a session shows with its calls that it has the account's keys: then the session is locked while the server has no half of it. Sessions from
-- before do not.
ALTER TABLE "session" ADD COLUMN "is_guarded" boolean DEFAULT false NOT NULL;
