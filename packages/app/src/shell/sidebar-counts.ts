/** The number at the end of an entry of the sidebar, by the path it leads to. */
import type { ComponentType } from "react";
import { HealthCount } from "../vault/health/HealthCount.tsx";

export const SIDEBAR_COUNTS: Readonly<Record<string, ComponentType>> = { "/password-health": HealthCount };
