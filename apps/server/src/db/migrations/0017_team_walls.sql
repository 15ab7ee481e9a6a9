-- The second wall (0010). An account sees its own team and the roles that it may have, and changes neither; invitations and all writes are for those who work
-- for everybody, and look for themselves whose they are.
DO $$
DECLARE
	walled text;
BEGIN
	FOREACH walled IN ARRAY ARRAY['team', 'role', 'invitation'] LOOP
		EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', walled);
		-- The owner of a table is bound too.
		EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', walled);
		EXECUTE format('CREATE POLICY everybody ON %I USING ((select coffer_is_system()))', walled);
	END LOOP;
END $$;
--> statement-breakpoint
CREATE POLICY own ON "team" FOR SELECT USING (id = (select team_id from account where account.id = (select coffer_account())));--> statement-breakpoint
CREATE POLICY own ON "role" FOR SELECT USING (team_id is null OR team_id = (select team_id from account where account.id = (select coffer_account())));
