-- For whom a connection works (db/acting.ts): an account, or every account; whoever says nothing sees nothing.
CREATE FUNCTION "coffer_account"() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$
	SELECT CASE WHEN current_setting('coffer.account', true) ~ '^[0-9a-f]{8}-' THEN current_setting('coffer.account', true)::uuid END
$$;
--> statement-breakpoint
CREATE FUNCTION "coffer_is_system"() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
	SELECT coalesce(current_setting('coffer.account', true) = 'system', false)
$$;
--> statement-breakpoint
-- The calls stand in a SELECT of their own so that a statement asks once and not once per row.
DO $$
DECLARE
	wall record;
BEGIN
	FOR wall IN SELECT * FROM (VALUES
		('account', 'id = (select coffer_account())'),
		('identity', 'account_id = (select coffer_account())'),
		('session', 'account_id = (select coffer_account())'),
		('device', 'account_id = (select coffer_account())'),
		('profile_link', '(select coffer_account()) in (existing_id, new_id)'),
		('audit', 'account_id = (select coffer_account())'),
		('refused_count', 'account_id = (select coffer_account())'),
		('scope', 'owner_id = (select coffer_account())'),
		('head', 'exists (select from scope where scope.id = scope_id)'),
		('record', 'owner_id = (select coffer_account())'),
		('superseded', 'owner_id = (select coffer_account())'),
		('discarded_vault', 'account_id = (select coffer_account())'),
		('discarded_record', 'account_id = (select coffer_account())'),
		('import_session', 'account_id = (select coffer_account())'),
		('import_row', 'exists (select from import_session where import_session.id = import_id)')
	) AS walls(name, is_own) LOOP
		EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', wall.name);
		-- The owner of a table is bound too.
		EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', wall.name);
		EXECUTE format('CREATE POLICY own ON %I USING ((select coffer_is_system()) OR %s)', wall.name, wall.is_own);
	END LOOP;
END $$;
