/** The headers of every reply (security design §9). Strict for pages and calls alike; calls are never cached. */
import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";

/** One policy may be made in the app, for the address of its worker (stack §3). */
/** @param breachCheckUrl - the one other address that pages may ask (Health); null where there is none */
const contentSecurityPolicy = (breachCheckUrl: string | null): string =>
  [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    ["connect-src 'self'", ...(breachCheckUrl === null ? [] : [new URL(breachCheckUrl).origin])].join(" "),
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types vault-worker",
  ].join("; ");

const HEADERS = {
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

/** @param config - `publicUrl` decides whether browsers are told to use https only */
export function addHeaders(app: FastifyInstance, { publicUrl, breachCheckUrl }: Pick<Config, "publicUrl" | "breachCheckUrl">): void {
  const headers = { ...HEADERS, "content-security-policy": contentSecurityPolicy(breachCheckUrl) };
  const isSecure = publicUrl?.startsWith("https:") ?? false;
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(headers);
    // What the log calls this request, so that a user who saw an error can tell the operator which.
    reply.header("x-request-id", request.id);
    if (isSecure) reply.header("strict-transport-security", `max-age=${ONE_YEAR_SECONDS}; includeSubDomains`);
    if (isApi(request.url)) reply.header("cache-control", "no-store");
  });
}
