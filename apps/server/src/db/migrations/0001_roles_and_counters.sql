INSERT INTO "role" ("id", "name", "manage_team", "manage_teams", "manage_roles", "invite_members", "remove_members") VALUES
	(1, 'Super Admin', true, true, true, true, true),
	(2, 'Team Admin', true, false, false, true, true),
	(3, 'Member', false, false, false, false, false)
ON CONFLICT ("id") DO NOTHING;--> statement-breakpoint
ALTER TABLE "rate_limit" SET UNLOGGED;
