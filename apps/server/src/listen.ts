/**
 * The port, opened before anything else: a second server fails on it before it touches a database. Until the app is ready, every caller is told that it
 * is starting.
 */
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ERRORS } from "@coffer/contract/errors";
import type { FastifyServerFactory } from "fastify";
import { type Config, ConfigError } from "./config.ts";

export interface HttpListener {
  /** The real one, where any free port was asked for. */
  readonly port: number;
  /** Makes Fastify answer on this listener, once it is open. */
  readonly serverFactory: FastifyServerFactory;
  open(): Promise<void>;
}

const JSON_TYPE = "application/json; charset=utf-8";
const [STATUS, SENTENCE] = ERRORS.starting;
const IN_JSON = `${JSON.stringify({ success: false, code: "starting", message: SENTENCE })}\n`;

/** Pages are asked for again by the browser; calls get an answer like any refusal. */
const starting: RequestListener = ({ url = "" }, response) => {
  if (url === "/health/live") return void response.writeHead(200, { "content-type": JSON_TYPE }).end('{"status":"ok"}\n');
  const [type, text] = url.startsWith("/api/") ? [JSON_TYPE, IN_JSON] : ["text/plain; charset=utf-8", `${SENTENCE}\n`];
  response.writeHead(STATUS, { "content-type": type, "retry-after": "2", refresh: "2", "cache-control": "no-store" });
  response.end(text);
};

/**
 * @param openAs - the real port, where another process answers on it already: this one joins it when it is opened, and never says that it is starting
 * @throws ConfigError when HOST or PORT cannot be listened on
 */
export async function openListener({ host, port }: Pick<Config, "host" | "port">, openAs: number | null = null): Promise<HttpListener> {
  let answer = starting;
  let answerOfApp: RequestListener = starting;
  const server = createServer((request, response) => answer(request, response));
  if (openAs === null) await listen(server, host, port);
  return {
    port: openAs ?? (server.address() as AddressInfo).port,
    serverFactory: (handler, options) => {
      // What Fastify sets on a server that it makes itself.
      const { requestTimeout, keepAliveTimeout } = options as { requestTimeout: number; keepAliveTimeout: number };
      Object.assign(server, { requestTimeout, keepAliveTimeout });
      answerOfApp = handler;
      return server;
    },
    open: async () => {
      answer = answerOfApp;
      if (openAs !== null) await listen(server, host, port);
    },
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(problemOf(error, port) ?? error));
    server.listen({ host, port }, () => resolve());
  });
}

const NO_ADDRESS = "HOST must be an address of this machine, like 127.0.0.1, or 0.0.0.0 for all.";
/** By the code of the system. */
const PROBLEMS: Readonly<Record<string, (port: number) => string>> = {
  EADDRINUSE: (port) => `PORT must be a free one: another program listens on ${port}. Stop that one, or choose another port.`,
  EACCES: (port) => `PORT must be one that this account may use; ${port} is reserved for the administrator of this machine.`,
  EADDRNOTAVAIL: () => NO_ADDRESS,
  EAI_AGAIN: () => NO_ADDRESS,
  EINVAL: () => NO_ADDRESS,
  ENOTFOUND: () => NO_ADDRESS,
};

function problemOf(cause: NodeJS.ErrnoException, port: number): ConfigError | null {
  const message = PROBLEMS[cause.code ?? ""]?.(port);
  return message === undefined ? null : new ConfigError(message, { cause });
}
