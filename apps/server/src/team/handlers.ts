/** The handlers of the team feature, put together. */
import type { api } from "@coffer/contract/api";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/handler.ts";
import { invitationHandlers } from "./invitation-handlers.ts";
import { logHandlers } from "./log.ts";
import { markHandlers } from "./marks.ts";
import { memberHandlers } from "./members.ts";
import { roleHandlers } from "./roles.ts";
import { teamHandlers } from "./teams.ts";

export const teamFeatureHandlers = (deps: Deps): Handlers<typeof api.team> => ({
  ...roleHandlers(deps),
  ...teamHandlers(deps),
  ...memberHandlers(deps),
  ...invitationHandlers(deps),
  ...logHandlers(deps),
  ...markHandlers(deps),
});
