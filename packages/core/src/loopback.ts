/** Whether a host is this machine: no one can eavesdrop there, and browsers allow web cryptography without TLS. */

/** @param host - as in a URL: an IPv6 address in brackets */
export const isLoopback = (host: string): boolean => /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(host);
