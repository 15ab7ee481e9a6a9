-- Who has written a shared scope is asked at each pull of it: without this index all of its heads were read for that.
CREATE INDEX "head_writer" ON "head" USING btree ("scope_id","writer_id") WHERE writer_id IS NOT NULL;
