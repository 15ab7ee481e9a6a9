/** The handlers of the account feature, put together, with the few calls that need no file of their own. */
import type { api } from "@coffer/contract/api";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/handler.ts";
import { maintenanceMessage } from "../http/maintenance.ts";
import { invitationView } from "../team/invitations.ts";
import { VERSION } from "../version.ts";
import { createAuthHash } from "./auth-hash.ts";
import { profileHandlers } from "./profiles.ts";
import { recoveryHandlers } from "./recovery.ts";
import { register, sendInvitationCode } from "./registration.ts";
import { sessionHalfHandlers } from "./session-half.ts";
import { settingsHandlers } from "./settings.ts";
import { signInHandlers } from "./sign-in.ts";
import { twoFactorHandlers } from "./two-factor.ts";

export function accountHandlers(deps: Deps): Handlers<typeof api.account> {
  const authHash = createAuthHash(deps.secrets.pepper, deps.concurrency.hash);
  return {
    ...signInHandlers(deps, authHash),
    ...twoFactorHandlers(deps),
    ...recoveryHandlers(deps, authHash),
    ...profileHandlers(deps, authHash),
    ...settingsHandlers(deps, authHash),
    ...sessionHalfHandlers(deps),
    register: async (input, viewer) => {
      await register(deps, authHash, input, viewer);
      return { success: true, message: "Registration successful" };
    },
    sendInvitationCode: async ({ token }, viewer) => ({ success: true, ...(await sendInvitationCode(deps, token, viewer)) }),
    validateInvitation: async ({ token }) => ({ success: true, invitation: await invitationView(deps, token) }),
    status: async () => {
      const message = maintenanceMessage(deps.config);
      const { breachCheckUrl } = deps.config;
      return { success: true, maintenance: message !== null, message: message ?? "", version: VERSION, breachCheckUrl };
    },
  };
}
