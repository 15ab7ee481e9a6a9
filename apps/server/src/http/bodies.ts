/** How bodies may arrive, and replies be read: in time, large ones one after the other, and not too many at once. */
import { AppError } from "@coffer/contract/errors";
import { ARRIVAL_MS_PER_MIB, REQUEST_MAX_BYTES } from "@coffer/core/constants";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ConcurrencyLimiter } from "./concurrency.ts";

/** Whose turn it is. */
export interface Turn {
  /** A session, or an account or an address where there is none. */
  readonly who: string;
  /** The account of a session. */
  readonly accountId?: string | undefined;
}

export type AdmitBody = (turn: Turn, request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** As many as a browser asks one server for at a time. */
export const REPLIES_AT_ONCE = 6;

/** The app in a browser, the extension and one more: so a stolen session, which has one place, shuts out none of its owner's. */
export const BODIES_OF_ONE = 3;

interface Slots {
  /** One slot each. */
  readonly body: ConcurrencyLimiter;
  /** BODIES_OF_ONE slots for each account. */
  readonly bodyOfOne: ConcurrencyLimiter;
  /** REPLIES_AT_ONCE slots each. */
  readonly reply: ConcurrencyLimiter;
}

/**
 * Runs before a body is read. A large one waits until those of the same session are done: each is in memory as a whole, several times over. So is a reply that
 * its reader does not take, so a reader who takes none gets no more of them.
 * @param eachMibMs - shorter in tests
 */
export const admitBodies =
  (slots: Slots, eachMibMs = ARRIVAL_MS_PER_MIB): AdmitBody =>
  async ({ who, accountId }, request, reply) => {
    if (request.method === "GET" || request.method === "HEAD") return acquireSlot(slots.reply, who, reply);
    const bytes = Number(request.headers["content-length"] ?? Number.POSITIVE_INFINITY);
    if (bytes > REQUEST_MAX_BYTES) {
      await acquireSlot(slots.body, who, reply);
      if (accountId !== undefined) await acquireSlot(slots.bodyOfOne, accountId, reply);
    }
    const mib = Number.isFinite(bytes) ? Math.max(1, Math.ceil(bytes / REQUEST_MAX_BYTES)) : 1;
    const late = setTimeout(() => giveUp(request, reply), mib * eachMibMs);
    request.raw.once("end", () => clearTimeout(late));
    reply.raw.once("close", () => clearTimeout(late));
  };

/** Held until the reply is over. A caller that hung up while waiting is over already, and no event would ever say so. */
async function acquireSlot(limiter: ConcurrencyLimiter, who: string, { raw }: FastifyReply): Promise<void> {
  const leave = await limiter.acquire(who);
  if (raw.destroyed || raw.closed) leave();
  else raw.once("close", leave);
}

/** Answers with a refusal, and then reads no more of it. */
function giveUp(request: FastifyRequest, reply: FastifyReply): void {
  if (reply.sent) return;
  reply.raw.once("finish", () => request.raw.destroy());
  void reply.header("connection", "close").send(new AppError("too_slow"));
}
