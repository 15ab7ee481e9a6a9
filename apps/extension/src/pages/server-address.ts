/** What a person types for the address of their server. */
import { isLoopback } from "@coffer/core/loopback";

/** Without a scheme it is https, except on this machine, where test servers use http. */
function urlOf(address: string): URL | null {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(address)) return URL.parse(address);
  const url = URL.parse(`https://${address}`);
  return url !== null && isLoopback(url.hostname) ? URL.parse(`http://${address}`) : url;
}

/** @returns the origin, or null for anything that is not a server's address, or not encrypted. */
export function serverOf(typed: string): string | null {
  const url = urlOf(typed.trim());
  if (url?.protocol === "https:") return url.origin;
  return url?.protocol === "http:" && isLoopback(url.hostname) ? url.origin : null;
}
