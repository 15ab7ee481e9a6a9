-- For whom a connection works is signed with a key that the server's own role cannot read: SQL that is smuggled into a statement can neither name another account nor
-- "system". A role that may read the key (the owner of the tables, a superuser) needs no signature.
CREATE TABLE "acting_key" ("key" bytea NOT NULL);
--> statement-breakpoint
REVOKE ALL ON "acting_key" FROM PUBLIC;
--> statement-breakpoint
INSERT INTO "acting_key" SELECT sha256(convert_to(string_agg(gen_random_uuid()::text, ''), 'UTF8')) FROM generate_series(1, 4);
--> statement-breakpoint
CREATE FUNCTION "coffer_acting"() RETURNS text LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
	said text := current_setting('coffer.account', true);
	who text := split_part(said, '.', 1);
BEGIN
	IF coalesce(who, '') = '' THEN
		RETURN NULL;
	END IF;
	IF said = who || '.' || (SELECT encode(sha256(key || convert_to(who, 'UTF8')), 'hex') FROM public.acting_key) THEN
		RETURN who;
	END IF;
	RETURN CASE WHEN has_table_privilege(session_user, 'public.acting_key', 'SELECT') THEN who END;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "coffer_account"() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$
	SELECT nullif(coffer_acting(), 'system')::uuid
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "coffer_is_system"() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
	SELECT coalesce(coffer_acting() = 'system', false)
$$;
--> statement-breakpoint
-- What only the server itself reads and writes: codes, budgets, queues, emails, settings. Servers of the version before, which log in as the owner, go on.
DO $$
DECLARE
	secured text;
BEGIN
	FOREACH secured IN ARRAY ARRAY['guess', 'code', 'rate_limit', 'sign_in_queue', 'sign_in_place', 'outbox', 'setting'] LOOP
		EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', secured);
		EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', secured);
		EXECUTE format('CREATE POLICY everybody ON %I USING ((select coffer_is_system()) OR (select has_table_privilege(session_user, ''public.acting_key'', ''SELECT'')))', secured);
	END LOOP;
END $$;
--> statement-breakpoint
-- An email is queued in the transaction that causes it, and then no account sees it.
CREATE POLICY queue ON "outbox" FOR INSERT WITH CHECK ((select coffer_account()) IS NOT NULL);
