/** Whose word on an address is taken: that of TRUSTED_PROXY alone. A proxy that nobody named is noticed and said in the log, once. */
import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";

const HEADERS = ["x-forwarded-for", "forwarded", "x-real-ip"] as const;

/** Without TRUSTED_PROXY everybody behind a proxy has its address, and shares one another's limits: an operator should know. */
export function warnOfProxy(app: FastifyInstance, { log }: Pick<Deps, "log">): void {
  let isSaid = false;
  app.addHook("onRequest", async (request) => {
    const isBelieved = request.ips !== undefined && request.ips.length > 1;
    if (isSaid || isBelieved || !HEADERS.some((name) => request.headers[name] !== undefined)) return;
    isSaid = true;
    log.error("proxy.not-trusted", { setting: "TRUSTED_PROXY" });
  });
}
