/**
 * The request that a mailed code answers. The server gives its id only to the device that asked, so that no one else can use up the
 * attempts for this code. Stored on the device for a page that is reloaded while the user checks the mailbox.
 */
import { sha256, toHex, utf8 } from "@coffer/crypto";
import { DEVICE_PREFIX } from "../device/store.ts";
import type { AccountContext } from "./context.ts";

type Purpose = "recovery" | "profile" | "email" | "invitation";
type CodeRequestContext = Pick<AccountContext, "keys" | "origin">;

/** Digits of the code: twelve while someone else is trying codes for that address. */
export interface CodeRequest {
  readonly codeLength: number;
}

async function slotOf(origin: string, purpose: Purpose, email: string): Promise<string> {
  return `${DEVICE_PREFIX}asked:${toHex(await sha256(utf8(`${origin}\n${purpose}\n${email}`))).slice(0, 32)}`;
}

/** @param email - normalised. */
export async function rememberCodeRequest(
  { keys, origin }: CodeRequestContext,
  purpose: Purpose,
  email: string,
  { requestId, codeLength }: CodeRequest & { readonly requestId: string },
): Promise<CodeRequest> {
  await keys.set(await slotOf(origin, purpose, email), utf8(requestId));
  return { codeLength };
}

/** What is sent with the code; empty when this device has not asked for one. */
export async function readCodeRequest(
  { keys, origin }: CodeRequestContext,
  purpose: Purpose,
  email: string,
): Promise<{ requestId?: string }> {
  const bytes = await keys.get(await slotOf(origin, purpose, email));
  return bytes ? { requestId: new TextDecoder().decode(bytes) } : {};
}

/** The code is used up. */
export async function forgetCodeRequest({ keys, origin }: CodeRequestContext, purpose: Purpose, email: string): Promise<void> {
  await keys.remove(await slotOf(origin, purpose, email));
}
