/**
 * `GET /metrics`: counters for a monitor, in Prometheus' text form; none of them identifies a person (decision N-35).
 *
 * Note: Who reads them. Only a program on this machine that asks the server itself: a request from another address, one that a proxy passed on, or one for a
 * host of another name (through a proxy that adds no header, or from a page whose name was made to resolve here) finds nothing here. So nothing has to be
 * configured and nothing leaks where it is not.
 */
import { isIP } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isLoopback } from "@coffer/core/loopback";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import type { Deps } from "../deps.ts";
import { readLast } from "../operator/backup-folder.ts";

const PROXIED = ["x-forwarded-for", "forwarded", "x-real-ip", "via"] as const;

function isFromHere({ headers, hostname, raw: { socket } }: FastifyRequest): boolean {
  const address = (socket.remoteAddress ?? "").replace(/^::ffff:/, "");
  const isOwnAddress = isLoopback(isIP(address) === 6 ? `[${address}]` : address);
  return isOwnAddress && isLoopback(hostname) && !PROXIED.some((name) => headers[name] !== undefined);
}

type Labels = Readonly<Record<string, string>>;
const line = (name: string, value: number, labels: Labels = {}): string => {
  const inside = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
  return `coffer_${name}${inside.length > 0 ? `{${inside.join(",")}}` : ""} ${value}`;
};

/** Of the backups that this server makes by itself (operator/drill.ts). */
function backupLines({ backupDir }: Pick<Config, "backupDir">): string[] {
  const last = backupDir === null ? null : readLast(backupDir);
  if (last === null) return [];
  const { good, isGood } = last;
  return [
    "# TYPE coffer_backup_failed gauge",
    line("backup_failed", isGood ? 0 : 1),
    ...(good === null
      ? []
      : ["# TYPE coffer_backup_age_seconds gauge", line("backup_age_seconds", (Date.now() - Date.parse(good)) / 1000)]),
  ];
}

export function serveMetrics(app: FastifyInstance, { db, config }: Pick<Deps, "db" | "config">): void {
  const replies = new Map<number, { count: number; seconds: number }>();
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  app.addHook("onClose", async () => void delay.disable());
  app.addHook("onResponse", async (_, reply) => {
    const before = replies.get(reply.statusCode) ?? { count: 0, seconds: 0 };
    replies.set(reply.statusCode, { count: before.count + 1, seconds: before.seconds + reply.elapsedTime / 1000 });
  });
  app.get("/metrics", async (request, reply) => {
    if (!isFromHere(request)) return reply.callNotFound();
    const { totalCount, idleCount, waitingCount } = db.$client;
    const byStatus = [...replies].sort(([a], [b]) => a - b);
    const lines = [
      "# TYPE coffer_replies_total counter",
      ...byStatus.map(([status, { count }]) => line("replies_total", count, { status: String(status) })),
      "# TYPE coffer_reply_seconds_total counter",
      ...byStatus.map(([status, { seconds }]) => line("reply_seconds_total", seconds, { status: String(status) })),
      "# TYPE coffer_database_connections gauge",
      line("database_connections", totalCount - idleCount, { state: "busy" }),
      line("database_connections", idleCount, { state: "idle" }),
      "# TYPE coffer_database_waiting gauge",
      line("database_waiting", waitingCount),
      "# TYPE coffer_event_loop_delay_seconds gauge",
      line("event_loop_delay_seconds", delay.percentile(99) / 1e9, { quantile: "0.99" }),
      line("event_loop_delay_seconds", delay.max / 1e9, { quantile: "1" }),
      "# TYPE coffer_memory_bytes gauge",
      line("memory_bytes", process.memoryUsage.rss()),
      "# TYPE coffer_uptime_seconds gauge",
      line("uptime_seconds", process.uptime()),
      ...backupLines(config),
    ];
    return reply.type("text/plain; version=0.0.4; charset=utf-8").send(`${lines.join("\n")}\n`);
  });
}
