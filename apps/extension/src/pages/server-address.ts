/** What a person types for the address of their server. */
import { isThisMachine } from "@coffer/core/this-machine";

/** @returns the origin, or null for what is no address of a server, or one that others could read along. */
export function serverOf(typed: string): string | null {
  const url = URL.parse(/^https?:\/\//i.test(typed.trim()) ? typed.trim() : `https://${typed.trim()}`);
  return url !== null && (url.protocol === "https:" || isThisMachine(url.hostname)) ? url.origin : null;
}
