-- The second wall (0010, 0014) for what is shared with a team: whoever is in it now sees it, and nobody else. Logs and keys are for those who work for everybody.
DO $$
DECLARE
	walled text;
BEGIN
	FOREACH walled IN ARRAY ARRAY['team_log', 'team_author', 'team_key'] LOOP
		EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', walled);
		EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', walled);
		EXECUTE format('CREATE POLICY everybody ON %I USING ((select coffer_is_system()))', walled);
	END LOOP;
END $$;
--> statement-breakpoint
CREATE POLICY received_by_team ON "share_grant" FOR SELECT USING (team_id = (select a.team_id from account a where a.id = (select coffer_account())));--> statement-breakpoint
DO $$
DECLARE
	wall record;
	live text := 'g.team_id = (select a.team_id from account a where a.id = (select coffer_account())) and g.ended_at is null and (g.expires_at is null or g.expires_at > now())';
	granted text := '(select g.scope_id from share_grant g where ' || live || ')';
	writable text := '(select g.scope_id from share_grant g where g.permission = ''write'' and ' || live || ')';
BEGIN
	FOR wall IN SELECT * FROM (VALUES ('scope', 'id'), ('record', 'scope_id'), ('superseded', 'scope_id')) AS walls(name, scope) LOOP
		EXECUTE format('CREATE POLICY team_granted ON %I FOR SELECT USING (%I in %s)', wall.name, wall.scope, granted);
		EXECUTE format('CREATE POLICY team_granted_change ON %I FOR UPDATE USING (%I in %s)', wall.name, wall.scope, writable);
	END LOOP;
	EXECUTE format('CREATE POLICY team_granted_new ON record FOR INSERT WITH CHECK (scope_id in %s)', writable);
	EXECUTE format('CREATE POLICY team_granted_new ON superseded FOR INSERT WITH CHECK (scope_id in %s)', writable);
	EXECUTE format('CREATE POLICY team_granted_gone ON superseded FOR DELETE USING (scope_id in %s)', writable);
	EXECUTE format('CREATE POLICY team_granted ON head FOR SELECT USING (scope_id in %s)', granted);
	EXECUTE format('CREATE POLICY team_granted_new ON head FOR INSERT WITH CHECK (scope_id in %s)', writable);
END $$;
