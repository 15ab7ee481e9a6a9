-- The account that a linked profile goes back to. It stays when the link ends: else each profile would make ten more a day, and each of those as well.
ALTER TABLE "account" ADD COLUMN "root_id" uuid;--> statement-breakpoint
WITH RECURSIVE made AS (
	SELECT new_id, existing_id AS root_id FROM profile_link WHERE existing_id NOT IN (SELECT new_id FROM profile_link)
	UNION SELECT l.new_id, made.root_id FROM profile_link l JOIN made ON made.new_id = l.existing_id
)
UPDATE "account" SET root_id = made.root_id FROM made WHERE account.id = made.new_id;--> statement-breakpoint
CREATE INDEX "account_root" ON "account" USING btree ("root_id") WHERE root_id IS NOT NULL;--> statement-breakpoint
-- No account says itself where it comes from.
CREATE OR REPLACE TRIGGER "account_keeps_place" BEFORE UPDATE ON "account" FOR EACH ROW WHEN (
	(OLD.id, OLD.team_id, OLD.role_id, OLD.membership_id, OLD.joined_at, OLD.managed_by, OLD.former_team_id, OLD.is_in_log, OLD.is_address_proven, OLD.disabled_at, OLD.root_id)
	IS DISTINCT FROM
	(NEW.id, NEW.team_id, NEW.role_id, NEW.membership_id, NEW.joined_at, NEW.managed_by, NEW.former_team_id, NEW.is_in_log, NEW.is_address_proven, NEW.disabled_at, NEW.root_id)
) EXECUTE FUNCTION "coffer_refuse"();
