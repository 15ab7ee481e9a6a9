/** Whose word on an address is taken: that of TRUSTED_PROXY alone. A proxy that is not listed is noticed and logged, once. */
import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";

const HEADERS = ["x-forwarded-for", "forwarded", "x-real-ip"] as const;

/** Without TRUSTED_PROXY all users behind a proxy have its address, and share each other's limits: an operator should know. */
export function warnOfProxy(app: FastifyInstance, { log }: Pick<Deps, "log">): void {
  let isSaid = false;
  app.addHook("onRequest", async (request) => {
    const isBelieved = request.ips !== undefined && request.ips.length > 1;
    if (isSaid || isBelieved || !HEADERS.some((name) => request.headers[name] !== undefined)) return;
    isSaid = true;
    log.error("proxy.not-trusted", { setting: "TRUSTED_PROXY" });
  });
}
