/** Whether passkeys can open the vault here, and what offers them. */
import type { VaultAuthenticator } from "@coffer/client";

/** In a page of the app's own host: an extension has no such host, and an address of numbers may have no passkeys. */
export const passkeysHere = (): boolean =>
  typeof PublicKeyCredential === "function" && location.protocol.startsWith("http") && !/^[\d.]+$|:/.test(location.hostname);

/** Loaded when it is asked for: most sign-ins type. */
export const loadAuthenticator = async (): Promise<VaultAuthenticator> => (await import("./browser-authenticator.ts")).browserAuthenticator;

/** The person, or the browser, has closed the browser's own dialog: there is nothing to say. */
export const isGivenUp = (error: unknown): boolean => error instanceof DOMException && error.name === "NotAllowedError";
