/** What a person types for the address of their server. */
import { isThisMachine } from "@coffer/core/this-machine";

/** @returns the origin, or null for what is no address of a server, or one that others could read along. */
export function serverOf(typed: string): string | null {
  const address = typed.trim();
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `https://${address}`);
  if (url?.protocol === "https:") return url.origin;
  return url?.protocol === "http:" && isThisMachine(url.hostname) ? url.origin : null;
}
