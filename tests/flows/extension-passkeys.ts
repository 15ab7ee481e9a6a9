/** A site that asks for passkeys, and the window of the extension that answers it, for flows. */
import { onTestFinished } from "vitest";
import { Ceremony, type Choice, siteOf } from "../../apps/extension/src/passkeys/ceremony.ts";
import { makeChoices } from "../../apps/extension/src/passkeys/make-passkey.ts";
import { askedCeremony } from "../../apps/extension/src/passkeys/open-ceremony.ts";
import { parseCreation, parseRequest } from "../../apps/extension/src/passkeys/parse-request.ts";
import { signInChoices } from "../../apps/extension/src/passkeys/sign-in.ts";
import type { Client } from "../../packages/client/src/index.ts";

/** Of the question. */
export const NAME = "0b8f1c3e-7f1e-4a52-9d21-5f1f0c9a7e22";
export const CREATION = {
  challenge: "AQ",
  rp: { name: "Shop" },
  user: { id: "AQ", name: "ann", displayName: "Ann" },
  pubKeyCredParams: [{ type: "public-key", alg: -7 }],
  userVerification: "discouraged",
};
export const REQUEST = { challenge: "Ag", userVerification: "discouraged" };

/** What the window of the question that is open now does first. @param over - called where it closes */
export async function openedWindow(client: Client, over: () => void): Promise<{ ceremony: Ceremony; choices: readonly Choice[] }> {
  const open = await askedCeremony();
  if (open === null) throw new Error("No question is open");
  const [request, creation] = open.kind === "get" ? [parseRequest(open.options), null] : [null, parseCreation(open.options)];
  const site = siteOf(open, request?.rpId ?? creation?.rp.id);
  if (site === null) throw new Error("The page may not use that name");
  const ceremony = new Ceremony(open, site, null, over);
  // Its browser may be gone by then; what counts is that it does not wait into the flows of other files.
  onTestFinished(() => ceremony.end().catch(() => undefined));
  const choices = request ? await signInChoices(ceremony, request, client) : creation && (await makeChoices(ceremony, creation, client));
  return { ceremony, choices: choices ?? [] };
}
