-- A member who deletes for good what they made in another's vault deletes where it was as well. A DELETE with a WHERE has to see its rows.
CREATE POLICY seen ON "earlier_place" FOR SELECT USING (scope_id IN (SELECT coffer_scopes(true)));--> statement-breakpoint
CREATE POLICY taken ON "earlier_place" FOR DELETE USING (scope_id IN (SELECT coffer_scopes(true)));
