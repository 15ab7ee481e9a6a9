/** What roles allow now, as the server has it: what the log is to say of them. */
import { api } from "@coffer/contract/api";
import type { Role } from "@coffer/contract/team-schemas";
import { PERMISSION_FLAGS, type PermissionFlag, type PermissionSet } from "@coffer/core/team/permissions";
import type { TeamContext } from "./context.ts";

export const flagsOf = (permissions: PermissionSet | undefined): PermissionFlag[] => PERMISSION_FLAGS.filter((flag) => permissions?.[flag]);

export const rolesOf = ({ call }: TeamContext): Promise<readonly Role[]> => call(api.team.listRoles, {}).catch(() => []);
