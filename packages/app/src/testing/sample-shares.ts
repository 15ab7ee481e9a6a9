/** Shares as the client would list them, for tests of screens. */
import type { ShareRow } from "@coffer/client";

/** Of a login with Bob, to be read, for as long as it is not ended, unless `more` says otherwise. */
export const aShare = (name: string | null, more: Partial<ShareRow> = {}): ShareRow => ({
  id: crypto.randomUUID(),
  itemId: crypto.randomUUID(),
  kind: "password",
  name,
  person: "bob@example.com",
  known: "unverified",
  permission: "read",
  expiresAt: null,
  isExpired: false,
  isHidden: false,
  trouble: null,
  isTeam: false,
  ...more,
});
