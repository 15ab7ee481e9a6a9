-- The second wall (0010) for what is shared: a live grant shows its holder the rows of its scope, and lets them be written where it says so. Nothing else is widened.
ALTER TABLE "share_grant" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "share_grant" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own ON "share_grant" USING ((select coffer_is_system()) OR sender_id = (select coffer_account()));--> statement-breakpoint
CREATE POLICY received ON "share_grant" FOR SELECT USING (recipient_id = (select coffer_account()));--> statement-breakpoint
ALTER TABLE "departed" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "departed" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own ON "departed" USING ((select coffer_is_system()) OR exists (select from scope where scope.id = scope_id));--> statement-breakpoint
DO $$
DECLARE
	wall record;
	granted text := '(select g.scope_id from share_grant g where g.recipient_id = (select coffer_account()) and g.ended_at is null and (g.expires_at is null or g.expires_at > now()))';
	writable text := '(select g.scope_id from share_grant g where g.recipient_id = (select coffer_account()) and g.permission = ''write'' and g.ended_at is null and (g.expires_at is null or g.expires_at > now()))';
BEGIN
	FOR wall IN SELECT * FROM (VALUES ('scope', 'id'), ('record', 'scope_id'), ('superseded', 'scope_id')) AS walls(name, scope) LOOP
		EXECUTE format('CREATE POLICY granted ON %I FOR SELECT USING (%I in %s)', wall.name, wall.scope, granted);
		EXECUTE format('CREATE POLICY granted_change ON %I FOR UPDATE USING (%I in %s)', wall.name, wall.scope, writable);
	END LOOP;
	EXECUTE format('CREATE POLICY granted_new ON record FOR INSERT WITH CHECK (scope_id in %s)', writable);
	EXECUTE format('CREATE POLICY granted_new ON superseded FOR INSERT WITH CHECK (scope_id in %s)', writable);
	-- Heads follow their scope, which is visible to readers as well: only a writer adds one.
	EXECUTE 'DROP POLICY own ON head';
	EXECUTE 'CREATE POLICY own ON head USING ((select coffer_is_system()) OR exists (select from scope where scope.id = scope_id and scope.owner_id = (select coffer_account())))';
	EXECUTE format('CREATE POLICY granted ON head FOR SELECT USING (scope_id in %s)', granted);
	EXECUTE format('CREATE POLICY granted_new ON head FOR INSERT WITH CHECK (scope_id in %s)', writable);
END $$;
