/**
 * Whether a site lets the page of another one use its passkeys (related origins). Looked up only for a site that the open vault has a passkey of, without anything that says who asks. What a page can
 * measure is the same whether there is one or not, and while the vault is locked: where the answer is no, or late, it always comes as late.
 */
import { mayBeRelated, namesOrigin } from "@coffer/core/items/related-origins";
import { RELATED } from "../storage-keys.ts";
import type { KnownPasskeys } from "./known-passkeys.ts";
import { parseRequest } from "./parse-request.ts";
import { isForUs } from "./responder.ts";

/** A page hears by then who answers. What comes later counts the next time. */
const WAITS_MS = 100;
const FETCH_MS = 5_000;
const DOCUMENT_MAX_BYTES = 65_536;
/** A page that asks again and again has nothing fetched again and again. */
const AGAIN_AFTER_MS = 60_000;

const looks = new Map<string, { readonly at: number; readonly found: Promise<boolean> }>();

/** Call when the vault is locked. */
export const forgetRelatedSites = (): void => looks.clear();

/** @param origin - of the page, as the browser says @param within - in milliseconds; longer where no page can measure it. @returns the RP ID that the page may use though it is not its own */
export async function relatedSite(
  origin: string,
  options: string,
  known: KnownPasskeys | null,
  within = WAITS_MS,
): Promise<string | undefined> {
  const rpId = parseRequest(options)?.rpId;
  if (rpId === undefined || !mayBeRelated(origin, rpId)) return undefined;
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), within));
  const isHeld = known !== null && isForUs("get", { origin, options, known, relatedTo: rpId });
  const yes = new Promise<true>((resolve) => {
    if (isHeld) void isNamed(rpId, origin).then((found) => found && resolve(true));
  });
  return (await Promise.race([yes, late])) ? rpId : undefined;
}

async function isNamed(rpId: string, origin: string): Promise<boolean> {
  const name = `${rpId} ${origin}`;
  const { [RELATED]: kept } = await chrome.storage.session.get(RELATED);
  const named = (kept ?? []) as readonly string[]; // our own, from a storage that only we write
  if (named.includes(name)) return true;
  const look = looks.get(name);
  if (look !== undefined && Date.now() - look.at < AGAIN_AFTER_MS) return look.found;
  const found = fetched(rpId).then(
    (document) => namesOrigin(document, origin),
    () => false, // no document
  );
  looks.set(name, { at: Date.now(), found });
  // Kept only while it is still looked for: a lock forgets it.
  if ((await found) && looks.has(name)) await chrome.storage.session.set({ [RELATED]: [...named, name] });
  return found;
}

/** @throws where there is none that counts */
async function fetched(rpId: string): Promise<unknown> {
  const answer = await fetch(`https://${rpId}/.well-known/webauthn`, {
    credentials: "omit",
    referrerPolicy: "no-referrer",
    redirect: "error",
    cache: "no-store",
    signal: AbortSignal.timeout(FETCH_MS),
  });
  const isJson = /^application\/json\s*(?:;|$)/i.test(answer.headers.get("content-type") ?? "");
  if (answer.status !== 200 || !isJson || answer.body === null) throw new Error("no document");
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const part of answer.body) {
    length += part.byteLength;
    if (length > DOCUMENT_MAX_BYTES) throw new Error("too long");
    parts.push(part);
  }
  return JSON.parse(await new Blob(parts).text());
}
