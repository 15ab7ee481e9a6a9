/** Role and team can change during a session; menus and guards depend on them, so they are asked for again. */
import { api } from "@coffer/contract/api";
import type { Sessions } from "../account/session.ts";
import type { Call } from "../call.ts";

export const refreshMembership = async ({ call, sessions }: { readonly call: Call; readonly sessions: Sessions }): Promise<void> => {
  const { token } = sessions;
  if (token === null) return;
  const { role_id: roleId, team_id: teamId, permissions } = await call(api.team.standing, {});
  const { session } = sessions;
  // The answer belongs to a session that has ended since.
  if (session === null || sessions.token !== token) return;
  const membership = { roleId, teamId, permissions };
  const { roleId: r, teamId: t, permissions: p } = session;
  if (JSON.stringify(membership) !== JSON.stringify({ roleId: r, teamId: t, permissions: p })) await sessions.change({ membership });
};
