/** Starts workers of our own. The one place that makes the policy the content security policy allows for their addresses. */

/** Browsers that enforce Trusted Types take the address of a worker only from a policy (architecture of the web app: stack §3). */
interface AddressPolicies {
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string }): { createScriptURL(address: string): string };
}

/** Named in the header of every page. A name can be used once, so the policy is made once. */
const POLICY_NAME = "vault-worker";
let policy: ReturnType<AddressPolicies["createPolicy"]> | null = null;

/** @param address - of a file built with the app; another origin is refused. */
export const startWorker = (address: string): Worker => new Worker(ownScript(address), { type: "module" });

/** The address as browsers want it that enforce Trusted Types. */
export function ownScript(address: string): string {
  const policies = (globalThis as { trustedTypes?: AddressPolicies }).trustedTypes;
  policy ??= policies?.createPolicy(POLICY_NAME, { createScriptURL: ownAddress }) ?? { createScriptURL: ownAddress };
  return policy.createScriptURL(address);
}

function ownAddress(address: string): string {
  if (new URL(address, location.href).origin !== location.origin) throw new TypeError("A worker must be of this origin");
  return address;
}
