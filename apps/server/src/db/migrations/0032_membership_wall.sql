-- The wall (0010, 0026) by membership: team rows are for members and for those whose role says so, and a connection cannot make itself more than it is. What a call
-- needs to know of other people's rows is answered by functions of the owner of the tables, each of them for one question; they look at who asks.

-- Whether nothing binds the session: the server itself, or a login that may read the key of 0026.
CREATE FUNCTION "coffer_is_unbound"() RETURNS boolean LANGUAGE sql STABLE AS $$
	SELECT coffer_is_system() OR (coffer_acting() IS NULL AND has_table_privilege(session_user, 'public.acting_key', 'SELECT'))
$$;
--> statement-breakpoint
-- From here to the end of the calling function it works for all accounts. Only functions of the owner may call it. @returns what to put back with coffer_end
CREATE FUNCTION "coffer_begin"() RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	was text := coalesce(current_setting('coffer.account', true), '');
BEGIN
	PERFORM set_config('coffer.account', 'system.' || (SELECT encode(sha256(key || convert_to('system', 'UTF8')), 'hex') FROM acting_key), true);
	RETURN was;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION "coffer_begin"() FROM PUBLIC;
--> statement-breakpoint
CREATE FUNCTION "coffer_end"(was text) RETURNS void LANGUAGE sql AS $$ SELECT set_config('coffer.account', was, true) $$;
--> statement-breakpoint
-- Whether the role of the account has any of these flags; "admin": is the role of team admins; "super": is the first role, which has all. Any other counts in a team only.
CREATE FUNCTION "coffer_allows"(VARIADIC flags text[]) RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	me uuid := coffer_account();
	was text;
	answer boolean;
BEGIN
	-- Also ends the recursion: the policies of the tables below ask this function.
	IF me IS NULL THEN
		RETURN false;
	END IF;
	was := coffer_begin();
	SELECT r.id = 1 OR (a.team_id IS NOT NULL AND ((r.id = 2 AND 'admin' = any(flags)) OR EXISTS (
		SELECT FROM jsonb_each(to_jsonb(r)) f WHERE f.key = any(flags) AND f.value = 'true')))
	INTO answer FROM account a JOIN role r ON r.id = a.role_id WHERE a.id = me;
	PERFORM coffer_end(was);
	RETURN coalesce(answer, false);
END $$;
--> statement-breakpoint
-- Whether the account has every flag that is true in a role.
CREATE FUNCTION "coffer_covers"(given jsonb) RETURNS boolean LANGUAGE sql STABLE AS $$
	SELECT NOT EXISTS (SELECT FROM jsonb_each(given) f WHERE f.value = 'true' AND NOT coffer_allows(f.key))
$$;
--> statement-breakpoint
-- Members, and who manages all teams.
CREATE FUNCTION "coffer_sees_team"(team uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
	SELECT coffer_is_unbound() OR coalesce(team = (SELECT a.team_id FROM account a WHERE a.id = coffer_account()), false) OR coffer_allows('manage_teams')
$$;
--> statement-breakpoint
CREATE FUNCTION "coffer_owns_scope"(scope uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
	RETURN EXISTS (SELECT FROM scope s WHERE s.id = coffer_owns_scope.scope AND s.owner_id = coffer_account());
END $$;
--> statement-breakpoint
-- A person, by id or by address.
CREATE FUNCTION "coffer_person"(account uuid, address text)
RETURNS TABLE(id uuid, email text, public_key text, is_disabled boolean, is_closing boolean, is_in_team boolean)
LANGUAGE plpgsql STABLE ROWS 1 SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
#variable_conflict use_column
DECLARE
	was text;
	-- Only who invites learns it.
	is_inviter boolean := coffer_is_unbound() OR coffer_allows('invite_members', 'admin', 'manage_teams');
BEGIN
	IF coffer_account() IS NULL AND NOT coffer_is_unbound() THEN
		RETURN;
	END IF;
	was := coffer_begin();
	RETURN QUERY SELECT a.id, a.email, i.public_key, a.disabled_at IS NOT NULL, a.purge_at IS NOT NULL, CASE WHEN is_inviter THEN a.team_id IS NOT NULL END
		FROM account a JOIN identity i ON i.account_id = a.id WHERE a.id = coffer_person.account OR a.email = address;
	PERFORM coffer_end(was);
END $$;
--> statement-breakpoint
-- Everyone on the other side of a share of the account, and the account itself.
CREATE FUNCTION "coffer_share_people"() RETURNS TABLE(id uuid, email text, public_key text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
#variable_conflict use_column
DECLARE
	me uuid := coffer_account();
	is_unbound boolean := coffer_is_unbound();
	was text := coffer_begin();
BEGIN
	RETURN QUERY SELECT a.id, a.email, i.public_key FROM account a JOIN identity i ON i.account_id = a.id WHERE is_unbound OR a.id = me OR a.id IN (
		SELECT g.recipient_id FROM share_grant g WHERE g.sender_id = me
		UNION SELECT g.sender_id FROM share_grant g WHERE g.recipient_id = me
		UNION SELECT g.sender_id FROM share_grant g WHERE g.team_id = (SELECT m.team_id FROM account m WHERE m.id = me));
	PERFORM coffer_end(was);
END $$;
--> statement-breakpoint
-- What a share was about, also after its end date: nothing of it that is sealed.
CREATE FUNCTION "coffer_received"() RETURNS TABLE(grant_id uuid, item_id uuid, kind text, state text, maker_id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
#variable_conflict use_column
DECLARE
	me uuid := coffer_account();
	is_unbound boolean := coffer_is_unbound();
	was text := coffer_begin();
BEGIN
	RETURN QUERY SELECT g.id, r.id, r.kind, r.state, r.maker_id FROM share_grant g JOIN record r ON r.id = g.item_id
		WHERE is_unbound OR g.recipient_id = me OR g.sender_id = me OR g.team_id = (SELECT m.team_id FROM account m WHERE m.id = me);
	PERFORM coffer_end(was);
END $$;
--> statement-breakpoint
-- Whether a member joined by their own choice: an invitation used earlier belongs to an earlier membership (team/membership.ts).
CREATE FUNCTION "coffer_has_agreed"(member uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
	SELECT EXISTS (SELECT FROM account a WHERE a.id = member AND (a.managed_by IS NOT DISTINCT FROM a.team_id OR EXISTS (
		SELECT FROM invitation i WHERE i.used_by = a.id AND i.team_id = a.team_id AND i.used_at >= a.joined_at)))
$$;
--> statement-breakpoint
-- The members of a team, as its log and its pages need them; the last four columns for those who look after it.
CREATE FUNCTION "coffer_team_people"(team uuid)
RETURNS TABLE(id uuid, email text, public_key text, proof text, membership_id uuid, joined_at timestamptz, role_id integer, is_proven boolean, has_factor boolean, is_managed boolean, has_agreed boolean, active_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
#variable_conflict use_column
DECLARE
	is_full boolean := coffer_is_unbound() OR coffer_allows('admin', 'manage_team', 'manage_teams');
	was text;
BEGIN
	IF NOT coffer_sees_team(team) THEN
		RETURN;
	END IF;
	was := coffer_begin();
	RETURN QUERY SELECT a.id, a.email, i.public_key, a.invited_proof, a.membership_id, a.joined_at, a.role_id, a.is_address_proven,
		CASE WHEN is_full THEN a.mfa_secret IS NOT NULL END,
		CASE WHEN is_full THEN a.managed_by IS NOT DISTINCT FROM a.team_id END,
		CASE WHEN is_full THEN coffer_has_agreed(a.id) END,
		CASE WHEN is_full THEN greatest(
			(SELECT max(coalesce(s.last_used_at, s.created_at)) FROM session s WHERE s.account_id = a.id),
			(SELECT l.at FROM audit l WHERE l.account_id = a.id AND l.event IN ('login.done', 'profile.switched') ORDER BY l.seq DESC LIMIT 1)) END
		FROM account a JOIN identity i ON i.account_id = a.id WHERE a.team_id = coffer_team_people.team;
	PERFORM coffer_end(was);
END $$;
--> statement-breakpoint
-- How many members a team has of each role, and how many of them it made itself, apart from one account.
CREATE FUNCTION "coffer_team_counts"(apart uuid) RETURNS TABLE(team_id uuid, role_id integer, members integer, managed integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
#variable_conflict use_column
DECLARE
	me uuid := coffer_account();
	is_all boolean := coffer_is_unbound() OR coffer_allows('manage_teams');
	was text := coffer_begin();
BEGIN
	RETURN QUERY SELECT a.team_id, a.role_id, count(*)::int, count(*) FILTER (WHERE a.managed_by = a.team_id AND a.id <> apart)::int FROM account a
		WHERE a.team_id IS NOT NULL AND (is_all OR a.team_id = (SELECT m.team_id FROM account m WHERE m.id = me)) GROUP BY 1, 2;
	PERFORM coffer_end(was);
END $$;
--> statement-breakpoint
-- Who has a copy of a team's key.
CREATE FUNCTION "coffer_key_holders"(team uuid, epoch integer) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
#variable_conflict use_column
DECLARE
	was text;
BEGIN
	IF NOT coffer_sees_team(team) THEN
		RETURN;
	END IF;
	was := coffer_begin();
	RETURN QUERY SELECT k.member_id FROM team_key k WHERE k.team_id = coffer_key_holders.team AND k.epoch = coffer_key_holders.epoch;
	PERFORM coffer_end(was);
END $$;
--> statement-breakpoint
-- The roles in the invitations of a team, for an address, with which a member's present membership began.
CREATE FUNCTION "coffer_joined_as"(team uuid, member uuid, address text) RETURNS SETOF integer
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
#variable_conflict use_column
DECLARE
	was text;
BEGIN
	IF NOT coffer_sees_team(team) THEN
		RETURN;
	END IF;
	was := coffer_begin();
	RETURN QUERY SELECT i.role_id FROM invitation i JOIN account a ON a.id = i.used_by
		WHERE a.id = member AND i.team_id = team AND i.email = address AND i.used_at >= coalesce(a.joined_at, to_timestamp(0));
	PERFORM coffer_end(was);
END $$;
--> statement-breakpoint
CREATE FUNCTION "coffer_role_holders"(role integer) RETURNS integer LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	was text;
	answer integer;
BEGIN
	IF NOT (coffer_is_unbound() OR coffer_allows('manage_roles')) THEN
		RETURN NULL;
	END IF;
	was := coffer_begin();
	SELECT count(*)::int FROM account a WHERE a.role_id = role INTO answer;
	PERFORM coffer_end(was);
	RETURN answer;
END $$;
--> statement-breakpoint
-- Counts anew what a team stores: the sealed bytes of what its members own. Null: every team.
CREATE FUNCTION "coffer_count_storage"(team uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	was text;
BEGIN
	IF NOT (coffer_is_unbound() OR coffer_allows('manage_teams')) THEN
		RETURN;
	END IF;
	was := coffer_begin();
	UPDATE team t SET stored_bytes = (SELECT coalesce(sum(octet_length(r.seal) + octet_length(r.fields::text)), 0) FROM record r JOIN account a ON a.id = r.owner_id WHERE a.team_id = t.id)
		WHERE coffer_count_storage.team IS NULL OR t.id = coffer_count_storage.team;
	PERFORM coffer_end(was);
END $$;
--> statement-breakpoint
-- Locks a team, or holds it and lets others hold it too, until the transaction ends: a lock takes the right to change, which members do not have.
CREATE FUNCTION "coffer_lock_team"(team uuid, is_held boolean) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	was text;
BEGIN
	IF NOT coffer_sees_team(team) THEN
		RETURN;
	END IF;
	was := coffer_begin();
	IF is_held THEN
		PERFORM FROM team t WHERE t.id = coffer_lock_team.team FOR KEY SHARE;
	ELSE
		PERFORM FROM team t WHERE t.id = coffer_lock_team.team FOR UPDATE;
	END IF;
	PERFORM coffer_end(was);
END $$;
--> statement-breakpoint
CREATE FUNCTION "coffer_hold_role"(role integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	was text;
BEGIN
	IF NOT (coffer_is_unbound() OR coffer_allows('invite_members', 'admin', 'manage_team', 'manage_teams')) THEN
		RETURN;
	END IF;
	was := coffer_begin();
	PERFORM FROM role r WHERE r.id = coffer_hold_role.role FOR SHARE;
	PERFORM coffer_end(was);
END $$;
--> statement-breakpoint
-- Teams and their roles.
CREATE POLICY managed ON "team" FOR SELECT USING ((select coffer_allows('manage_teams')));--> statement-breakpoint
CREATE POLICY managed_new ON "team" FOR INSERT WITH CHECK ((select coffer_allows('manage_teams')));--> statement-breakpoint
CREATE POLICY managed_change ON "team" FOR UPDATE USING ((select coffer_allows('manage_teams')));--> statement-breakpoint
CREATE POLICY managed ON "role" FOR SELECT USING ((select coffer_allows('manage_teams')));--> statement-breakpoint
-- Of the own team, never the own role, and with no more than its changer has. The first role changes those of all teams.
CREATE POLICY managed_new ON "role" FOR INSERT WITH CHECK (id > 3 AND coffer_covers(to_jsonb("role".*)) AND ((select coffer_allows('super')) OR (
	(select coffer_allows('manage_roles')) AND team_id = (select a.team_id from account a where a.id = (select coffer_account())))));--> statement-breakpoint
CREATE POLICY managed_change ON "role" FOR UPDATE USING ((select coffer_allows('super')) OR (
	(select coffer_allows('manage_roles')) AND team_id = (select a.team_id from account a where a.id = (select coffer_account()))))
	WITH CHECK (id NOT IN (1, 3) AND coffer_covers(to_jsonb("role".*)) AND id <> (select a.role_id from account a where a.id = (select coffer_account())) AND ((select coffer_allows('super')) OR (
	(select coffer_allows('manage_roles')) AND team_id = (select a.team_id from account a where a.id = (select coffer_account())))));--> statement-breakpoint
CREATE POLICY managed_gone ON "role" FOR DELETE USING (id > 3 AND id <> (select a.role_id from account a where a.id = (select coffer_account())) AND ((select coffer_allows('super')) OR (
	(select coffer_allows('manage_roles')) AND team_id = (select a.team_id from account a where a.id = (select coffer_account())))));--> statement-breakpoint
-- Invitations: the person who is invited, and those who may invite, take back, or change the roles that they give.
CREATE POLICY invited ON "invitation" FOR SELECT USING (email = (select a.email from account a where a.id = (select coffer_account())));--> statement-breakpoint
DO $$
DECLARE
	here text := 'coalesce(team_id = (select a.team_id from account a where a.id = (select coffer_account())), false) OR (team_id IS NOT NULL AND (select coffer_allows(''manage_teams''))) OR (select coffer_allows(''super''))';
BEGIN
	EXECUTE format('CREATE POLICY of_team ON invitation FOR SELECT USING ((%s) AND (select coffer_allows(''admin'', ''invite_members'', ''remove_members'', ''manage_team'', ''manage_roles'', ''manage_teams'')))', here);
	EXECUTE format('CREATE POLICY of_team_change ON invitation FOR UPDATE USING ((%s) AND (select coffer_allows(''admin'', ''invite_members'', ''remove_members'', ''manage_roles'', ''manage_teams'')))', here);
	EXECUTE format('CREATE POLICY of_team_new ON invitation FOR INSERT WITH CHECK ((%s) AND (select coffer_allows(''admin'', ''invite_members'', ''manage_teams'')) AND invited_by = (select coffer_account()) AND role_id <> 1 AND NOT is_bootstrap AND used_at IS NULL AND used_by IS NULL)', here);
END $$;
--> statement-breakpoint
-- The signed log is for members and who manages all teams, copies of the key for the member they are sealed to. Both are written where they were judged (team/log.ts).
CREATE POLICY of_team ON "team_log" FOR SELECT USING (team_id = (select a.team_id from account a where a.id = (select coffer_account())) OR (select coffer_allows('manage_teams')));--> statement-breakpoint
CREATE POLICY of_team ON "team_author" FOR SELECT USING (team_id = (select a.team_id from account a where a.id = (select coffer_account())) OR (select coffer_allows('manage_teams')));--> statement-breakpoint
CREATE POLICY own ON "team_key" FOR SELECT USING (member_id = (select coffer_account()));--> statement-breakpoint
CREATE POLICY own_gone ON "team_key" FOR DELETE USING (member_id = (select coffer_account()));--> statement-breakpoint
-- What is shared with a team is written by those whom its log has: clients believe no one else.
DO $$
DECLARE
	wall record;
	writable text := '(select g.scope_id from share_grant g where g.permission = ''write'' and g.team_id = (select a.team_id from account a where a.id = (select coffer_account()) and a.is_in_log) and g.ended_at is null and (g.expires_at is null or g.expires_at > now()))';
	writable_alone text := '(select g.scope_id from share_grant g where g.permission = ''write'' and g.recipient_id = (select coffer_account()) and g.ended_at is null and (g.expires_at is null or g.expires_at > now()))';
BEGIN
	FOR wall IN SELECT * FROM (VALUES ('scope', 'id'), ('record', 'scope_id'), ('superseded', 'scope_id')) AS walls(name, scope) LOOP
		EXECUTE format('ALTER POLICY team_granted_change ON %I USING (%I in %s)', wall.name, wall.scope, writable);
	END LOOP;
	EXECUTE format('ALTER POLICY team_granted_new ON record WITH CHECK (scope_id in %s)', writable);
	EXECUTE format('ALTER POLICY team_granted_new ON superseded WITH CHECK (scope_id in %s)', writable);
	EXECUTE format('ALTER POLICY team_granted_gone ON superseded USING (scope_id in %s)', writable);
	EXECUTE format('ALTER POLICY team_granted_new ON head WITH CHECK (scope_id in %s)', writable);
	-- That a record has left a scope is said by who may write there, not by every reader.
	EXECUTE 'ALTER POLICY own ON departed USING ((select coffer_is_system()) OR exists (select from scope where scope.id = scope_id and scope.owner_id = (select coffer_account())))';
	EXECUTE 'CREATE POLICY granted ON departed FOR SELECT USING (exists (select from scope where scope.id = scope_id))';
	EXECUTE format('CREATE POLICY granted_new ON departed FOR INSERT WITH CHECK (scope_id in %s OR scope_id in %s)', writable_alone, writable);
	EXECUTE format('CREATE POLICY granted_change ON departed FOR UPDATE USING (scope_id in %s OR scope_id in %s)', writable_alone, writable);
	EXECUTE format('CREATE POLICY granted_gone ON departed FOR DELETE USING (scope_id in %s OR scope_id in %s)', writable_alone, writable);
END $$;
--> statement-breakpoint
-- Only its owner gives a scope away: a grant that someone writes for themselves would open any.
ALTER POLICY own ON "share_grant" WITH CHECK ((select coffer_is_system()) OR (sender_id = (select coffer_account()) AND coffer_owns_scope(scope_id)));--> statement-breakpoint
-- A link opens a session of the other account, so no account writes one by itself.
ALTER POLICY own ON "profile_link" USING ((select coffer_is_system()));--> statement-breakpoint
CREATE POLICY own_seen ON "profile_link" FOR SELECT USING ((select coffer_account()) in (existing_id, new_id));--> statement-breakpoint
CREATE POLICY own_gone ON "profile_link" FOR DELETE USING ((select coffer_account()) in (existing_id, new_id));--> statement-breakpoint
-- An account's row is its own, except for its place: team, role and what follows from them.
CREATE FUNCTION "coffer_refuse"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF coffer_is_unbound() THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'Not by a single account.' USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER "account_keeps_place" BEFORE UPDATE ON "account" FOR EACH ROW WHEN (
	(OLD.id, OLD.team_id, OLD.role_id, OLD.membership_id, OLD.joined_at, OLD.managed_by, OLD.former_team_id, OLD.is_in_log, OLD.is_address_proven, OLD.disabled_at)
	IS DISTINCT FROM
	(NEW.id, NEW.team_id, NEW.role_id, NEW.membership_id, NEW.joined_at, NEW.managed_by, NEW.former_team_id, NEW.is_in_log, NEW.is_address_proven, NEW.disabled_at)
) EXECUTE FUNCTION "coffer_refuse"();--> statement-breakpoint
CREATE TRIGGER "scope_keeps_owner" BEFORE UPDATE ON "scope" FOR EACH ROW WHEN ((OLD.id, OLD.owner_id, OLD.kind) IS DISTINCT FROM (NEW.id, NEW.owner_id, NEW.kind))
EXECUTE FUNCTION "coffer_refuse"();--> statement-breakpoint
-- What an invitation gives is said once; a role that is deleted leaves that of a member, and an account that is deleted leaves nothing.
CREATE TRIGGER "invitation_keeps_terms" BEFORE UPDATE ON "invitation" FOR EACH ROW WHEN (
	(OLD.id, OLD.token_hash, OLD.email, OLD.team_id, OLD.is_bootstrap, OLD.is_mailed) IS DISTINCT FROM (NEW.id, NEW.token_hash, NEW.email, NEW.team_id, NEW.is_bootstrap, NEW.is_mailed)
	OR (OLD.used_by IS DISTINCT FROM NEW.used_by AND NEW.used_by IS NOT NULL)
	OR (OLD.role_id <> NEW.role_id AND NEW.role_id <> 3) OR (OLD.invited_by IS DISTINCT FROM NEW.invited_by AND NEW.invited_by IS NOT NULL)
) EXECUTE FUNCTION "coffer_refuse"();
