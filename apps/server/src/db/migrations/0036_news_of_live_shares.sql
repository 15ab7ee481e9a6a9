-- Of a share that was over already nothing is told: its row goes with the next key, which is drawn when its owner saves.
CREATE OR REPLACE FUNCTION "coffer_tell_of_share"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	was text;
	given share_grant := coalesce(NEW, OLD);
	-- Null for a row that is not there.
	was_live boolean := OLD.ended_at IS NULL AND (OLD.expires_at IS NULL OR OLD.expires_at > now()) AND OLD.id IS NOT NULL;
	is_live boolean := NEW.ended_at IS NULL AND (NEW.expires_at IS NULL OR NEW.expires_at > now()) AND NEW.id IS NOT NULL;
BEGIN
	IF NOT (coalesce(was_live, false) OR coalesce(is_live, false)) THEN
		RETURN NULL;
	END IF;
	was := coffer_begin();
	PERFORM coffer_tell(ARRAY[given.sender_id, given.recipient_id] || ARRAY(SELECT a.id FROM account a WHERE a.team_id = given.team_id), '{"what": "shares"}');
	PERFORM coffer_end(was);
	RETURN NULL;
END $$;
