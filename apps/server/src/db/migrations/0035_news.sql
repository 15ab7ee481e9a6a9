-- Tells the servers that listen (db/listen-for-news.ts) what has changed, and for whom: ids and numbers, no content. A trigger, so that no way to write can forget it; each
-- piece of news is sent when its transaction is committed, once. Accounts are looked up as the owner of the tables, no matter who writes.
CREATE FUNCTION "coffer_tell"(who uuid[], news jsonb) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	known uuid[] := ARRAY(SELECT DISTINCT one FROM unnest(who) AS one WHERE one IS NOT NULL);
BEGIN
	-- One notification holds 8000 bytes.
	FOR at IN 0 .. (coalesce(array_length(known, 1), 0) - 1) / 150 LOOP
		IF known[at * 150 + 1] IS NOT NULL THEN
			PERFORM pg_notify('coffer_news', (news || jsonb_build_object('to', known[at * 150 + 1 : at * 150 + 150]))::text);
		END IF;
	END LOOP;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION "coffer_tell"(uuid[], jsonb) FROM PUBLIC;
--> statement-breakpoint
-- The owner, and everyone who can read it now.
CREATE FUNCTION "coffer_tell_of_scope"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	was text := coffer_begin();
BEGIN
	PERFORM coffer_tell(
		NEW.owner_id || ARRAY(SELECT coalesce(g.recipient_id, a.id) FROM share_grant g LEFT JOIN account a ON a.team_id = g.team_id
			WHERE g.scope_id = NEW.id AND g.ended_at IS NULL AND (g.expires_at IS NULL OR g.expires_at > now())),
		jsonb_build_object('what', 'scope', 'id', NEW.id, 'seq', NEW.seq, 'stamp', NEW.stamp));
	PERFORM coffer_end(was);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "scope_news" AFTER UPDATE ON "scope" FOR EACH ROW
	WHEN ((OLD.seq, OLD.generation, OLD.epoch, OLD.stamp, OLD.own) IS DISTINCT FROM (NEW.seq, NEW.generation, NEW.epoch, NEW.stamp, NEW.own)) EXECUTE FUNCTION "coffer_tell_of_scope"();
--> statement-breakpoint
-- The person who gave it, and those who have it or had it.
CREATE FUNCTION "coffer_tell_of_share"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	was text := coffer_begin();
	given share_grant := coalesce(NEW, OLD);
BEGIN
	PERFORM coffer_tell(ARRAY[given.sender_id, given.recipient_id] || ARRAY(SELECT a.id FROM account a WHERE a.team_id = given.team_id), '{"what": "shares"}');
	PERFORM coffer_end(was);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "share_news" AFTER INSERT OR UPDATE OR DELETE ON "share_grant" FOR EACH ROW EXECUTE FUNCTION "coffer_tell_of_share"();
--> statement-breakpoint
-- Everyone in the team, and who has just left it.
CREATE FUNCTION "coffer_tell_of_team"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	was text := coffer_begin();
	teams uuid[] := CASE TG_TABLE_NAME WHEN 'account' THEN ARRAY[(to_jsonb(OLD) ->> 'team_id')::uuid, (to_jsonb(NEW) ->> 'team_id')::uuid]
		ELSE ARRAY[(to_jsonb(NEW) ->> 'team_id')::uuid] END;
	self uuid := CASE TG_TABLE_NAME WHEN 'account' THEN (to_jsonb(NEW) ->> 'id')::uuid END;
BEGIN
	PERFORM coffer_tell(self || ARRAY(SELECT a.id FROM account a WHERE a.team_id = ANY(teams)), '{"what": "team"}');
	PERFORM coffer_end(was);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "account_team_news" AFTER UPDATE ON "account" FOR EACH ROW
	WHEN ((OLD.team_id, OLD.role_id, OLD.is_in_log) IS DISTINCT FROM (NEW.team_id, NEW.role_id, NEW.is_in_log)) EXECUTE FUNCTION "coffer_tell_of_team"();
--> statement-breakpoint
CREATE TRIGGER "team_log_news" AFTER INSERT ON "team_log" FOR EACH ROW EXECUTE FUNCTION "coffer_tell_of_team"();
--> statement-breakpoint
CREATE TRIGGER "team_key_news" AFTER INSERT ON "team_key" FOR EACH ROW EXECUTE FUNCTION "coffer_tell_of_team"();
--> statement-breakpoint
-- Its open lines end with it, or when its device is locked; one that still has its keys opens another.
CREATE FUNCTION "coffer_tell_of_session"() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
	PERFORM pg_notify('coffer_news', jsonb_build_object('what', 'session', 'id', OLD.id)::text);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "session_end_news" AFTER UPDATE ON "session" FOR EACH ROW
	WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at OR (OLD.half IS NOT NULL AND NEW.half IS NULL)) EXECUTE FUNCTION "coffer_tell_of_session"();
--> statement-breakpoint
CREATE TRIGGER "session_gone_news" AFTER DELETE ON "session" FOR EACH ROW EXECUTE FUNCTION "coffer_tell_of_session"();
