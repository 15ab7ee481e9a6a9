/** Addresses for tests: a stranger with any number of networks, each call from another one. */

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

let host = 0;

/** Of IPv4, and of IPv6 with a /48 each. */
export function address(): string {
  host++;
  return host % 2 ? `203.${(host >> 8) % 250}.${host % 250}.7` : `2001:db8:${(host % 0xffff).toString(16)}::7`;
}
