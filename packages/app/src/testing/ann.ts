/** A signed-in user without any permission. */
import type { Session } from "@coffer/client";
import { NO_PERMISSIONS } from "@coffer/core/team/permissions";

export const ANN: Session = {
  user: { id: "11111111-1111-4111-8111-111111111111", email: "ann@example.com", name: "ann@example.com", two_factor_enabled: false },
  roleId: 3,
  teamId: null,
  permissions: NO_PERMISSIONS,
  personalVaultId: "22222222-2222-4222-8222-222222222222",
  expiresAt: Date.now() + 3_600_000,
};
