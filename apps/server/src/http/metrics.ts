/**
 * `GET /metrics`: counters for a monitor, in Prometheus' text form; none of them identifies a person (decision N-35).
 *
 * Note: Who reads them. A program that shows METRICS_TOKEN, from anywhere; without one only a program on this machine that asks the server itself: a request from
 * another address, one that a proxy passed on, or one for a host of another name (through a proxy that adds no header, or from a page whose name was made to
 * resolve here) finds nothing here. So nothing has to be configured and nothing leaks where it is not.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { statfsSync } from "node:fs";
import { isIP } from "node:net";
import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import { isLoopback } from "@coffer/core/loopback";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import type { Deps } from "../deps.ts";
import { type DatabaseState, readDatabaseState } from "../operator/database-state.ts";
import { damagedIn } from "../operator/kept-backups.ts";
import { findProblem, goodBackupAt, readLast } from "../operator/last-backup.ts";
import { goodCheckAt, readLastCheck } from "../operator/last-check.ts";
import { type Counted, type Counters, type Gather, type Snapshot, STEPS_SECONDS } from "./counters.ts";

const PROXIED = ["x-forwarded-for", "forwarded", "x-real-ip", "via"] as const;

function isFromHere({ headers, hostname, raw: { socket } }: FastifyRequest): boolean {
  const address = (socket.remoteAddress ?? "").replace(/^::ffff:/, "");
  const isOwnAddress = isLoopback(isIP(address) === 6 ? `[${address}]` : address);
  return isOwnAddress && isLoopback(hostname) && !PROXIED.some((name) => headers[name] !== undefined);
}

const hash = (text: string): Buffer => createHash("sha256").update(text).digest();
const hasToken = ({ headers }: FastifyRequest, token: string | null): boolean =>
  token !== null && timingSafeEqual(hash(headers.authorization ?? ""), hash(`Bearer ${token}`));

/** Whether the one who asks may read what is the operator's business. See Note: Who reads them. */
export const mayWatch = (request: FastifyRequest, { metricsToken }: Pick<Config, "metricsToken">): boolean =>
  isFromHere(request) || hasToken(request, metricsToken);

type Labels = Readonly<Record<string, string>>;
/** One line for each value; none without values. */
type Values = readonly (readonly [value: number, labels?: Labels, suffix?: string])[];

function metric(name: string, type: "counter" | "gauge" | "histogram", values: Values): string[] {
  const lines = values.map(([value, labels = {}, suffix = ""]) => {
    const inside = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
    return `coffer_${name}${suffix}${inside.length > 0 ? `{${inside.join(",")}}` : ""} ${value}`;
  });
  return lines.length === 0 ? [] : [`# TYPE coffer_${name} ${type}`, ...lines];
}

function answered({ replies, calls, refusals }: Counted): string[] {
  const byStatus = Object.entries(replies);
  const byCall = Object.entries(calls).sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    ...metric(
      "replies_total",
      "counter",
      byStatus.map(([status, { count }]) => [count, { status }]),
    ),
    ...metric(
      "reply_seconds_total",
      "counter",
      byStatus.map(([status, { seconds }]) => [seconds, { status }]),
    ),
    ...metric(
      "refusals_total",
      "counter",
      Object.entries(refusals).map(([code, count]) => [count, { code }]),
    ),
    ...metric(
      "call_seconds",
      "histogram",
      byCall.flatMap(([call, { atMost, count, seconds }]) => [
        ...atMost.map((value, at) => [value, { call, le: String(STEPS_SECONDS[at]) }, "_bucket"] as const),
        [count, { call, le: "+Inf" }, "_bucket"] as const,
        [seconds, { call }, "_sum"] as const,
        [count, { call }, "_count"] as const,
      ]),
    ),
  ];
}

function snapshotOf(counters: Counters, delay: IntervalHistogram, { db, concurrency }: Pick<Deps, "db" | "concurrency">): Snapshot {
  const { totalCount, idleCount, waitingCount } = db.$client;
  const { hash: hashes, read, readOfOne, body, bodyOfOne } = concurrency;
  return {
    ...counters.read(),
    delay: { p99: delay.percentile(99) / 1e9, most: delay.max / 1e9 },
    memoryBytes: process.memoryUsage.rss(),
    uptimeSeconds: process.uptime(),
    connections: { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount },
    waiting: { signIn: hashes.waiting(), list: read.waiting() + readOfOne.waiting(), body: body.waiting() + bodyOfOne.waiting() },
  };
}

/** The delay is that of the slowest, the time since the start that of the oldest. */
function ofProcesses(all: readonly Snapshot[]): string[] {
  const sum = (read: (one: Snapshot) => number): number => all.reduce((before, one) => before + read(one), 0);
  const most = (read: (one: Snapshot) => number): number => Math.max(...all.map(read));
  return [
    ...metric("processes", "gauge", [[all.length]]),
    ...metric("event_loop_delay_seconds", "gauge", [
      [most(({ delay }) => delay.p99), { quantile: "0.99" }],
      [most(({ delay }) => delay.most), { quantile: "1" }],
    ]),
    ...metric("memory_bytes", "gauge", [[sum(({ memoryBytes }) => memoryBytes)]]),
    ...metric("uptime_seconds", "gauge", [[most(({ uptimeSeconds }) => uptimeSeconds)]]),
    ...metric("database_connections", "gauge", [
      [sum(({ connections }) => connections.busy), { state: "busy" }],
      [sum(({ connections }) => connections.idle), { state: "idle" }],
    ]),
    ...metric("database_waiting", "gauge", [[sum(({ connections }) => connections.waiting)]]),
    ...metric("waiting", "gauge", [
      [sum(({ waiting }) => waiting.signIn), { for: "sign-in" }],
      [sum(({ waiting }) => waiting.list), { for: "list" }],
      [sum(({ waiting }) => waiting.body), { for: "body" }],
    ]),
  ];
}

const secondsSince = (at: number): number => (Date.now() - at) / 1000;

/** Of the disk with DATA_DIR, and of what this server does by itself at night: backups (operator/drill.ts), and reading all that is stored. */
function stored({ backupDir, dataDir, isCheckingNightly }: Pick<Config, "backupDir" | "dataDir" | "isCheckingNightly">): string[] {
  const { bavail, bsize } = statfsSync(dataDir);
  const place = { backupDir, dataDir };
  const last = backupDir === null ? null : readLast(place);
  const isFailing = findProblem(place) !== null;
  const check = readLastCheck(dataDir);
  return [
    ...metric("disk_free_bytes", "gauge", [[bavail * bsize]]),
    ...metric("backup_failed", "gauge", last || isFailing ? [[isFailing || !last?.isGood ? 1 : 0]] : []),
    ...metric("backup_age_seconds", "gauge", backupDir === null ? [] : [[secondsSince(goodBackupAt({ backupDir, dataDir }))]]),
    ...metric("backups_damaged", "gauge", backupDir === null ? [] : [[damagedIn(place).length]]),
    ...metric("check_damaged", "gauge", check ? [[check.state === "damaged" ? 1 : 0]] : []),
    ...metric("check_partial", "gauge", check ? [[check.state === "partial" ? 1 : 0]] : []),
    ...metric("check_age_seconds", "gauge", isCheckingNightly ? [[secondsSince(goodCheckAt(dataDir))]] : []),
  ];
}

/** Prometheus waits ten seconds by itself, and then says that the server does not answer. */
const WITHIN_MS = 3_000;

/** Where it does not answer, a monitor still reads the rest. */
function inDatabase(state: DatabaseState | null): string[] {
  if (state === null) return metric("database_up", "gauge", [[0]]);
  const { emails, pages, isDamaged, jobs } = state;
  return [
    ...metric("database_up", "gauge", [[1]]),
    ...metric("emails", "gauge", [
      [emails.queued, { state: "queued" }],
      [emails.failed, { state: "failed" }],
    ]),
    ...metric("emails_failing", "gauge", [[emails.isFailing ? 1 : 0]]),
    ...metric("jobs_waiting", "gauge", [[jobs]]),
    ...metric("database_damaged_pages_total", "counter", [[pages]]),
    ...metric("database_damaged", "gauge", [[isDamaged ? 1 : 0]]),
  ];
}

const aloneHere: Gather = (own) => async () => {
  const here = own();
  return { counted: here, processes: [here] };
};

export function serveMetrics(
  app: FastifyInstance,
  deps: Pick<Deps, "db" | "config" | "concurrency">,
  counters: Counters,
  gather = aloneHere,
  withinMs = WITHIN_MS,
): void {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  app.addHook("onClose", async () => void delay.disable());
  const readAll = gather(() => snapshotOf(counters, delay, deps));
  app.get("/metrics", async (request, reply) => {
    if (!mayWatch(request, deps.config)) return reply.callNotFound();
    const { counted, processes } = await readAll();
    const state = await readDatabaseState(deps, withinMs);
    const lines = [...answered(counted), ...inDatabase(state), ...stored(deps.config), ...ofProcesses(processes)];
    return reply.type("text/plain; version=0.0.4; charset=utf-8").send(`${lines.join("\n")}\n`);
  });
}
