/** Schemas of the team endpoints: roles, teams, members, invitations. */
import { DESCRIPTION_MAX_LENGTH, NO_ROLE, ROLE_NAME_MAX_LENGTH, TEAM_NAME_MAX_LENGTH } from "@coffer/core/team/roles";
import { z } from "zod";
import { Permissions } from "./account.ts";
import { Id } from "./schemas.ts";

export const RoleId = z.coerce.number().int().min(1).max(2_147_483_647);
/** 0 and absent mean the plain member role (decision C-09). */
export const RoleChoice = z.int().min(0).max(2_147_483_647).default(NO_ROLE);
const oneLine = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^\P{C}+$/u, "must be one line");
const Description = z.string().trim().max(DESCRIPTION_MAX_LENGTH).default("");

export const Role = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  permissions: Permissions,
  /** Null: valid in all teams. */
  team_id: Id.nullable(),
  team_name: z.string().nullable(),
});
export type Role = z.infer<typeof Role>;
export const roleBody = { name: oneLine(ROLE_NAME_MAX_LENGTH), description: Description, permissions: Permissions };

export const StorageData = z.object({ totalBytes: z.number(), usagePercentage: z.number() });

export const Team = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  member_count: z.int(),
  /** Members whose accounts the team created and which would be deleted with it, without the caller and those with more rights. */
  managed_count: z.int(),
  storage_data: StorageData,
  /** The caller's role in this team; null when the caller is not a member. */
  role_id: z.int().nullable(),
  created_at: z.string(),
});
export type Team = z.infer<typeof Team>;
export const teamBody = { name: oneLine(TEAM_NAME_MAX_LENGTH), description: Description };

/** Times are ISO 8601. Values that only administrators may see are absent for other members. */
const ActiveMember = z.object({
  id: Id,
  user_id: Id,
  email: z.string(),
  joined_at: z.string(),
  role_id: z.int(),
  role_name: z.string(),
  team_name: z.string(),
  /** Whether a mailed link or code has reached the person: otherwise someone else may have registered the address. */
  address_proven: z.boolean().optional(),
  two_factor_enabled: z.boolean().optional(),
  /** Whether the team created the account, and so may delete it. */
  is_managed: z.boolean().optional(),
  /** Whether they joined through an invitation instead of being added; otherwise the team may not touch their second factor. */
  has_agreed: z.boolean().optional(),
  /** Precise to the day or better; null: never. */
  last_active_at: z.string().nullish(),
});
export type ActiveMember = z.infer<typeof ActiveMember>;

export const PendingInvitation = z.object({
  id: Id,
  email: z.string(),
  /** Null: by the operator, or by a person whose account no longer exists. */
  invited_by_email: z.string().nullable(),
  role_id: z.int(),
  role_name: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
});
export type PendingInvitation = z.infer<typeof PendingInvitation>;

export const TeamData = z.object({
  success: z.literal(true),
  activeMembers: z.array(ActiveMember),
  pendingInvitations: z.array(PendingInvitation),
  /** Roles that members of the team can have. */
  roles: z.array(Role),
});
export const FAILED_TEAM_DATA = "Failed to load team data";
