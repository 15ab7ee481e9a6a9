/**
 * The end of a server. It takes no more connections and ends those that wait for nothing; calls in flight get the time that STOP_SECONDS says, so that what a
 * person has just saved is answered and a list under way arrives whole. What lasts longer is cut off, which no reader can mistake for an end: a streamed reply
 * stops in the middle of its JSON, and a client that has no answer to a save asks what became of it.
 */
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { within } from "../jobs/worker.ts";
import type { Log } from "../log.ts";

export function finishCalls(app: FastifyInstance, withinMs: number, log: Log): void {
  const { server } = app;
  const connections = followConnections();
  server.on("connection", connections.add);
  server.on("request", ({ socket }, response) => {
    connections.count(socket, 1);
    response.once("close", () => connections.count(socket, -1));
  });
  app.addHook("preClose", async () => {
    server.close();
    await within(withinMs, connections.end());
    const left = connections.busy();
    if (left > 0) log.warn("calls.cut-off", { count: left });
    server.closeAllConnections();
  });
}

interface Connections {
  add(socket: Socket): void;
  /** A call on it begins, or is over. */
  count(socket: Socket, change: 1 | -1): void;
  /** Ends each one that waits for nothing, from now on. Resolves when none is left. */
  end(): Promise<void>;
  /** How many have calls in flight. */
  busy(): number;
}

/** Node counts a connection that was opened and never used, as browsers do ahead of need, as busy; this does not. */
function followConnections(): Connections {
  const calls = new Map<Socket, number>();
  let onEmpty: (() => void) | null = null;
  const add = (socket: Socket): void => {
    // Accepted in the moment of the end.
    if (onEmpty) return void socket.destroy();
    calls.set(socket, 0);
    socket.once("close", () => {
      calls.delete(socket);
      if (calls.size === 0) onEmpty?.();
    });
  };
  return {
    add,
    count: (socket, change) => {
      // A reply may end after its reader has hung up: that connection is gone, and would be waited for as if it were not.
      if (socket.destroyed) return;
      if (!calls.has(socket)) add(socket);
      const open = (calls.get(socket) ?? 0) + change;
      calls.set(socket, open);
      // What was answered goes out first.
      if (open === 0 && onEmpty) socket.destroySoon();
    },
    end: () =>
      new Promise((resolve) => {
        onEmpty = resolve;
        if (calls.size === 0) resolve();
        for (const [socket, open] of calls) if (open === 0) socket.destroySoon();
      }),
    busy: () => [...calls.values()].filter((open) => open > 0).length,
  };
}
