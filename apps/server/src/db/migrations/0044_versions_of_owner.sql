-- The end of an account deletes its versions: without this index each looked at those of all others.
CREATE INDEX "superseded_owner" ON "superseded" USING btree ("owner_id");
