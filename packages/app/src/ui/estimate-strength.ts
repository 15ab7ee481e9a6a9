/** The estimate by patterns, for forms and for the client. Loaded when it is asked for: a sign-in needs none of it. */
import type { Estimate, EstimateQuestion } from "./strength-estimate.ts";

/** Null where the estimator cannot be loaded: it is an addition, and a form must not fail without it. */
export async function estimateStrength(question: EstimateQuestion): Promise<Estimate | null> {
  const estimator = await import("./estimator.ts").catch(() => null);
  return estimator?.askEstimate(question) ?? null;
}
