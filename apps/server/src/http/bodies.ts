/** How bodies may come: in time, and large ones one after the other. */
import { AppError } from "@coffer/contract/errors";
import { REQUEST_MAX_BYTES } from "@coffer/core/product";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Turns } from "./turns.ts";

/** For each MiB that a body says it has: 35 KB in a second. Whoever is slower holds a connection for nothing. */
const EACH_MIB_MS = 30_000;

export type AdmitBody = (who: string, request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Runs before a body is read. A large one waits until those of the same person are done: each is in memory as a whole, several times over.
 * @param eachMibMs - shorter in tests
 * @returns a function of who sends it: an account's id, or an address where there is none
 */
export const admitBodies =
  (turns: Turns, eachMibMs = EACH_MIB_MS): AdmitBody =>
  async (who, request, reply) => {
    if (request.method === "GET" || request.method === "HEAD") return;
    const bytes = Number(request.headers["content-length"] ?? Number.POSITIVE_INFINITY);
    if (bytes > REQUEST_MAX_BYTES) {
      const leave = await turns.take(who);
      // Whoever hung up while waiting is closed by now, and says so to nobody.
      if (reply.raw.destroyed) return leave();
      reply.raw.once("close", leave);
    }
    const mib = Number.isFinite(bytes) ? Math.max(1, Math.ceil(bytes / REQUEST_MAX_BYTES)) : 1;
    const late = setTimeout(() => giveUp(request, reply), mib * eachMibMs);
    request.raw.once("end", () => clearTimeout(late));
    reply.raw.once("close", () => clearTimeout(late));
  };

/** Says so, and then hears no more of it. */
function giveUp(request: FastifyRequest, reply: FastifyReply): void {
  if (reply.sent) return;
  reply.raw.once("finish", () => request.raw.destroy());
  void reply.header("connection", "close").send(new AppError("too_slow"));
}
