/** Whether a host is this machine, where nobody is on the way who could read along, and where browsers give pages their keys also without TLS. */

/** @param host - as in a URL: an IPv6 address in brackets */
export const isLoopback = (host: string): boolean => /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(host);
