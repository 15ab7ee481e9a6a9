/** A line between browser and server that a journey cuts, holds up or spoils: what no browser can pretend to its service worker. */
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** `silent`: it takes what is asked and never answers. `proxy`: it answers in the server's place that there is none. */
type LineState = "through" | "cut" | "silent" | "proxy";

export interface Line {
  readonly origin: string;
  state: LineState;
  /** Changes what a path answers with, where it is text; null leaves it. */
  change: ((path: string, text: string) => string | null) | null;
  /** Paths that have been asked for since the journey emptied it. */
  asked: string[];
  end(): Promise<void>;
}

/** @param target - the server's origin */
export async function openLine(target: string): Promise<Line> {
  const server = createServer((asked, answer) => take(line, target, asked, answer));
  const line: Line = {
    origin: "",
    state: "through",
    change: null,
    asked: [],
    end: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(line, { origin: `http://localhost:${(server.address() as AddressInfo).port}` });
}

function take(line: Line, target: string, asked: IncomingMessage, answer: ServerResponse): void {
  const path = asked.url ?? "/";
  line.asked.push(path);
  if (line.state === "cut") return void asked.socket.destroy();
  if (line.state === "silent") return;
  if (line.state === "proxy") return void answer.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad Gateway</h1>");
  const headers: OutgoingHttpHeaders = { ...asked.headers };
  // What is to be changed has to come, and as plain text.
  if (line.change) headers["accept-encoding"] = "identity";
  for (const name of ["if-none-match", "if-modified-since"]) if (line.change) delete headers[name];
  const out = request(new URL(path, target), { method: asked.method, headers }, (came) => pass(line, path, came, answer));
  out.on("error", () => asked.socket.destroy());
  answer.on("close", () => out.destroy());
  asked.pipe(out);
}

function pass({ change }: Line, path: string, came: IncomingMessage, answer: ServerResponse): void {
  if (change === null || !/html|javascript|css/.test(came.headers["content-type"] ?? "")) {
    answer.writeHead(came.statusCode ?? 502, came.headers);
    return void came.pipe(answer);
  }
  const parts: Buffer[] = [];
  came.on("data", (part: Buffer) => parts.push(part));
  came.on("end", () => {
    const text = Buffer.concat(parts).toString();
    const { "content-length": _, ...headers } = came.headers;
    answer.writeHead(came.statusCode ?? 502, headers).end(change(path, text) ?? text);
  });
}
