/** The real server as a process of its own, built and started as an operator would, for tests that kill it. */
import { execFile, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const main = join(root, "apps/server/dist/main.js");

/** Builds dist if it is out of date. */
export async function build(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(root, "node_modules/@typescript/native/bin/tsc"), "-b", "apps/server"], { cwd: root });
}

interface Process {
  readonly pid: number;
  /** The exit code; null after a kill. */
  readonly exit: Promise<number | null>;
  /** Resolves when neither the process nor one it started is left to write anything. */
  readonly gone: Promise<void>;
  /** All that it has printed. */
  readonly said: () => string;
  end(signal: "SIGTERM" | "SIGINT" | "SIGKILL"): Promise<number | null>;
}

export interface Started extends Process {
  readonly url: string;
}

export interface Starting extends Process {
  /** Resolves when it says it is ready; rejects with its output when it ends before. */
  readonly ready: Promise<Started>;
}

const NAMESPACES = ["--pid", "--ipc", "--fork", "--kill-child", "--mount-proc"];
/** As an operator without npm would. */
export const plain: readonly string[] = [process.execPath, main];
/**
 * Where it sees no other processes and is number 1 itself, as in a container; SIGKILL ends all of it at once. A machine without namespaces
 * runs it as it is.
 */
export const inContainer: readonly string[] =
  [
    ["unshare", ...NAMESPACES, ...plain],
    ["unshare", "--map-current-user", ...NAMESPACES, ...plain],
  ].find(([program = "", ...options]) => spawnSync(program, [...options.slice(0, -plain.length), "true"]).status === 0) ?? plain;
/** As in the README; without the build before it. */
export const byNpm: readonly string[] = ["npm", "start", "--ignore-scripts"];

/**
 * @param env - one process answers, unless WORKERS says otherwise: a start costs half as much
 * @param how - the command that runs it
 * @param onSaid - hears what it prints, at once
 */
export function beginStart(
  dataDir: string,
  env: Record<string, string> = {},
  how = plain,
  onSaid: (text: string) => void = () => undefined,
): Starting {
  const [program = "", ...words] = how;
  const child = spawn(program, words, {
    cwd: root,
    env: { PATH: process.env.PATH ?? "", PORT: "0", DATA_DIR: dataDir, WORKERS: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exit = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const gone = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const end: Started["end"] = (signal) => {
    child.kill(signal);
    return exit;
  };
  let said = "";
  const begun: Process = { pid: child.pid ?? 0, exit, gone, end, said: () => said };
  const ready = new Promise<Started>((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      said += chunk.toString();
      onSaid(chunk.toString());
      const url = /ready at (http:\S+)/.exec(said)?.[1];
      if (url) resolve({ ...begun, url });
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    void exit.then((code) => reject(new Error(`exit ${code}: ${said.trim()}`)));
  });
  // A start that is ended on purpose is waited for by no one.
  ready.catch(() => undefined);
  return { ...begun, ready };
}

/** Resolves when it says it is ready; rejects with its output when it ends before. */
export const start = (...input: Parameters<typeof beginStart>): Promise<Started> => beginStart(...input).ready;

export interface Ended {
  /** The exit code; null after a kill. */
  readonly code: number | null;
  /** All that it printed. */
  readonly said: string;
}

export interface Command {
  readonly ended: Promise<Ended>;
  kill(): void;
}

/** A command of the operator, as `npm run` would begin it. */
export function command(words: readonly string[], env: Record<string, string>): Command {
  const child = spawn(process.execPath, [main, ...words], {
    env: { PATH: process.env.PATH ?? "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<Ended>((resolve) => child.once("close", (code) => resolve({ code, said: said.trim() })));
  return { ended, kill: () => void child.kill("SIGKILL") };
}

/** The process of the embedded database, by the first line of its own pid file. */
export const postgresPid = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
