/** Whether a host is on a private network. Apart from the facts of items (health/item-facts.ts), which know every public suffix: a list does not need those. */
import { isLoopback } from "./loopback.ts";

const PRIVATE_HOST = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|\[f[cd]|\[fe80:)/;
const PRIVATE_NAME = /\.(?:local|lan|home|internal|intranet|localdomain|home\.arpa|onion)$/;

/** On private networks and onion addresses eavesdropping is unlikely, and certificates are often not available. */
export const isPrivateNetwork = (host: string): boolean =>
  isLoopback(host) || PRIVATE_HOST.test(host) || PRIVATE_NAME.test(host) || !/[.:]/.test(host);
