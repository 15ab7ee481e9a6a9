-- The open ones of a sender are counted at each invitation, and looked at when the sender loses rights.
CREATE INDEX "invitation_open" ON "invitation" USING btree ("invited_by") WHERE used_at IS NULL AND revoked_at IS NULL;
