CREATE FUNCTION "audit_refuse"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- The purge says what it is about to do; even then, nothing younger than 365 days goes.
	IF TG_OP = 'DELETE' AND current_setting('coffer.audit_purge', true) = 'on' AND OLD.at < clock_timestamp() - interval '365 days' THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'The audit log is append-only.';
END $$;
--> statement-breakpoint
CREATE TRIGGER "audit_append_only" BEFORE UPDATE OR DELETE ON "audit" FOR EACH ROW EXECUTE FUNCTION "audit_refuse"();
--> statement-breakpoint
CREATE TRIGGER "audit_no_truncate" BEFORE TRUNCATE ON "audit" FOR EACH STATEMENT EXECUTE FUNCTION "audit_refuse"();
