/** What only shared scopes need, loaded on first use: most people's first list does not wait for it. */
import { loadPart } from "../lazy-load.ts";

/** @throws ConnectionError */
export const loadSharedRules = () => loadPart(() => import("./shared-rules.ts"));
