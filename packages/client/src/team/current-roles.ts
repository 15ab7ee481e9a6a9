/** What roles allow now, according to the server: the source for what gets signed into the log. */
import { api } from "@coffer/contract/api";
import type { Role } from "@coffer/contract/team-schemas";
import { PERMISSION_FLAGS, type PermissionFlag, type PermissionSet } from "@coffer/core/team/permissions";
import type { TeamContext } from "./context.ts";

export const flagsOf = (permissions: PermissionSet | undefined): PermissionFlag[] => PERMISSION_FLAGS.filter((flag) => permissions?.[flag]);

export const rolesOf = ({ call }: TeamContext): Promise<readonly Role[]> => call(api.team.listRoles, {}).catch(() => []);
