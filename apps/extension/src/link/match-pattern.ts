/** The pages of a server, as browsers name them. */

/** Firefox takes a pattern with a port and then finds no page for it. There the pattern covers all ports of the host; the worker checks the origin in any case. */
export function matchPatternOf(origin: string, knowsPorts = !chrome.runtime.getURL("").startsWith("moz-")): string {
  const { protocol, hostname } = new URL(origin);
  return knowsPorts ? `${origin}/*` : `${protocol}//${hostname}/*`;
}
