/** The headers of every reply (security design §9). Strict for pages and calls alike; calls are never cached. */
import type { FastifyInstance } from "fastify";

/** One policy may be made in the app, for the address of its worker (stack §3). */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "manifest-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types vault-worker",
].join("; ");

const HEADERS = {
  "content-security-policy": CONTENT_SECURITY_POLICY,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "credentialless",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
} as const;
const ONE_YEAR_SECONDS = 31_536_000;

export const isApi = (url: string): boolean => /^\/api(?:[/?]|$)/.test(url);

/** @param publicUrl - decides whether browsers are told to use https only */
export function addHeaders(app: FastifyInstance, publicUrl: string | null): void {
  const isSecure = publicUrl?.startsWith("https:") ?? false;
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(HEADERS);
    // What the log calls this request, so that whoever saw an error can tell the operator which.
    reply.header("x-request-id", request.id);
    if (isSecure) reply.header("strict-transport-security", `max-age=${ONE_YEAR_SECONDS}; includeSubDomains`);
    if (isApi(request.url)) reply.header("cache-control", "no-store");
  });
}
