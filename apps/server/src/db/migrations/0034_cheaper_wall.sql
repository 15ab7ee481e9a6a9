-- The wall (0010 to 0032) shows and refuses what it did, for less work. What is shared with the account is found by one function, which a statement asks once, and only when
-- it meets a row that is not the account's own: the policies of a table are one condition for each command, because PostgreSQL asks several in an order of its own.

-- The scopes that live shares open to the account or to its team; to write, in a team whose log has the account.
CREATE FUNCTION "coffer_scopes"(writes boolean) RETURNS SETOF uuid LANGUAGE plpgsql STABLE ROWS 20 SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	me uuid := coffer_account();
	was text;
BEGIN
	IF me IS NULL THEN
		RETURN;
	END IF;
	was := coffer_begin();
	RETURN QUERY SELECT g.scope_id FROM share_grant g
		WHERE g.ended_at IS NULL AND (g.expires_at IS NULL OR g.expires_at > now()) AND (NOT writes OR g.permission = 'write')
			AND (g.recipient_id = me OR g.team_id = (SELECT a.team_id FROM account a WHERE a.id = me AND (NOT writes OR a.is_in_log)));
	PERFORM coffer_end(was);
END $$;
--> statement-breakpoint
DO $$
DECLARE
	wall record;
	old record;
	-- The owner first: then nothing else is asked about the account's own rows.
	by_owner text := 'owner_id = (select coffer_account()) OR (select coffer_is_system())';
	by_scope text := '(select coffer_is_system()) OR exists (select from scope where scope.id = scope_id and scope.owner_id = (select coffer_account()))';
	writable text := ' OR %I IN (SELECT coffer_scopes(true))';
BEGIN
	FOR old IN SELECT p.polname AS name, p.polrelid::regclass AS place FROM pg_policy p
		WHERE p.polrelid IN ('scope'::regclass, 'record'::regclass, 'superseded'::regclass, 'head'::regclass, 'departed'::regclass) LOOP
		EXECUTE format('DROP POLICY %I ON %s', old.name, old.place);
	END LOOP;
	-- What a writer who is not the owner may do: add, change, take away.
	FOR wall IN SELECT * FROM (VALUES
		('scope', 'id', by_owner, false, true, false),
		('record', 'scope_id', by_owner, true, true, false),
		('superseded', 'scope_id', by_owner, true, true, true),
		('head', 'scope_id', by_scope, true, false, false),
		('departed', 'scope_id', by_scope, true, true, true)
	) AS walls(name, scope, own, adds, changes, takes) LOOP
		EXECUTE format('CREATE POLICY seen ON %I FOR SELECT USING (%s OR %I IN (SELECT coffer_scopes(false)))', wall.name, wall.own, wall.scope);
		EXECUTE format('CREATE POLICY added ON %I FOR INSERT WITH CHECK (%s%s)', wall.name, wall.own, CASE WHEN wall.adds THEN format(writable, wall.scope) ELSE '' END);
		EXECUTE format('CREATE POLICY changed ON %I FOR UPDATE USING (%s%s)', wall.name, wall.own, CASE WHEN wall.changes THEN format(writable, wall.scope) ELSE '' END);
		EXECUTE format('CREATE POLICY taken ON %I FOR DELETE USING (%s%s)', wall.name, wall.own, CASE WHEN wall.takes THEN format(writable, wall.scope) ELSE '' END);
	END LOOP;
END $$;
--> statement-breakpoint
-- Who gave it, who has it, and the team that has it. The other policy of this table says who gives.
DROP POLICY received ON "share_grant";--> statement-breakpoint
DROP POLICY received_by_team ON "share_grant";--> statement-breakpoint
CREATE POLICY seen ON "share_grant" FOR SELECT USING ((select coffer_is_system()) OR sender_id = (select coffer_account()) OR recipient_id = (select coffer_account())
	OR team_id = (select a.team_id from account a where a.id = (select coffer_account())));
