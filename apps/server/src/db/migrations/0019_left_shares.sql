-- Heads that somebody signed are proven by that person's grant and public key, also after the account is gone: both stay until the owner's client has replaced the key.
ALTER TABLE "share_grant" DROP CONSTRAINT "share_grant_recipient_id_account_id_fk";--> statement-breakpoint
ALTER TABLE "share_grant" ADD COLUMN "recipient_key" text;--> statement-breakpoint
CREATE FUNCTION "coffer_leave_shares"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE share_grant SET ended_at = coalesce(ended_at, now()), recipient_key = (SELECT public_key FROM identity WHERE account_id = OLD.id)
	WHERE recipient_id = OLD.id;
	RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER "account_leaves_shares" BEFORE DELETE ON "account" FOR EACH ROW EXECUTE FUNCTION "coffer_leave_shares"();
