/** The proxies of packaging/proxy in front of a server, where their programs are installed: `apt-get install nginx caddy`. What they must let through is looked at everywhere. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { allEndpoints } from "@coffer/contract/all-endpoints";
import { api } from "@coffer/contract/api";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { buildApp, createDeps } from "../app.ts";
import type { Deps } from "../deps.ts";
import { createLog } from "../log.ts";
import { hex, openWorld, type Person, put, type World } from "../testing/world.ts";

const NAME = "vault.example.com";
const MIB = 1_048_576;
const home = mkdtempSync(join(tmpdir(), "coffer-proxy-"));
const [cert, key] = [join(home, "cert.pem"), join(home, "key.pem")];
const read = (name: string): string => readFileSync(new URL(`../../../../packaging/proxy/${name}`, import.meta.url), "utf8");
const { maxBytes: LARGE = 0, method: METHOD, path: PATH } = api.vault.repair;

/** Where the server and its proxy listen, in place of what the example says. */
const PROXIES = {
  nginx: (server: number, own: number): string[] => {
    const site = read("nginx.conf")
      .replace("127.0.0.1:3000", `127.0.0.1:${server}`)
      .replaceAll(/^ *listen \[::\].*\n/gm, "")
      .replace("listen 443", `listen 127.0.0.1:${own}`)
      .replace("listen 80;", `listen unix:${join(home, "http.sock")};`)
      .replace(/\/etc\/ssl\/\S+\.pem/, cert)
      .replace(/\/etc\/ssl\/\S+\.key/, key);
    const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((one) => `${one}_temp_path ${join(home, one)};`).join("\n");
    const file = join(home, "nginx.conf");
    // Its workers would be another account's, which may not write here.
    const user = process.getuid?.() === 0 ? "user root;" : "";
    writeFileSync(file, `${user}\ndaemon off;\npid ${home}/nginx.pid;\nevents {}\nhttp {\naccess_log off;\n${folders}\n${site}}\n`);
    return ["nginx", "-p", home, "-e", "stderr", "-c", file];
  },
  caddy: (server: number, own: number): string[] => {
    const site = read("Caddyfile")
      .replace("127.0.0.1:3000", `127.0.0.1:${server}`)
      .replace(`${NAME} {`, `https://${NAME}:${own} {\n\ttls ${cert} ${key}`);
    const file = join(home, "Caddyfile");
    writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
    return ["caddy", "run", "--adapter", "caddyfile", "--config", file];
  },
};
const isInstalled = (name: string): boolean => spawnSync("sh", ["-c", `PATH=$PATH:/usr/sbin command -v ${name}`]).status === 0;
const HERE = (["nginx", "caddy"] as const).filter(isInstalled);

async function freePort(): Promise<number> {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  taken.close();
  return port;
}

it("nginx's limit of a body is more than any call of ours may have, and its time-out more than two beats of the news", () => {
  const conf = read("nginx.conf");
  const most = Math.max(...allEndpoints().map(([, { maxBytes = 0 }]) => maxBytes));
  expect(Number(/client_max_body_size (\d+)m/.exec(conf)?.[1]) * MIB).toBeGreaterThan(most);
  expect(Number(/proxy_read_timeout (\d+)s/.exec(conf)?.[1])).toBeGreaterThan(30);
});

afterAll(() => rmSync(home, { recursive: true }));

describe.each(HERE)("through %s", (name) => {
  let world: World;
  let app: FastifyInstance;
  let deps: Deps;
  let ann: Person;
  const lines: string[] = [];
  beforeAll(async () => {
    const subject = ["-subj", `/CN=${NAME}`, "-days", "2", "-nodes", "-newkey", "rsa:2048"];
    spawnSync("openssl", ["req", "-x509", ...subject, "-keyout", key, "-out", cert]);
    world = await openWorld();
    const server = await world.server();
    ann = await server.join("ann@example.com");
    const config = { ...server.deps.config, publicUrl: `https://${NAME}`, trustedProxy: ["127.0.0.1"] };
    const options = { db: server.db, config, now: server.deps.now, log: createLog((line) => lines.push(line)), isDelivering: false };
    deps = createDeps(options);
    app = await buildApp(options, deps);
    await app.listen({ port: 0, host: "127.0.0.1" });
  });
  afterAll(async () => {
    await app.close();
    await world.end();
  });

  let proxy: ChildProcess | undefined;
  let port = 0;
  afterEach(async () => {
    proxy?.kill();
    if (proxy?.exitCode === null) await once(proxy, "exit");
  });

  async function ask(path: string, method = "GET", body?: Buffer | string, more: Record<string, string> = {}): Promise<IncomingMessage> {
    const headers = { host: NAME, ...(body !== undefined && { "content-type": "application/json" }), ...more };
    const call = request({ host: "127.0.0.1", port, servername: NAME, path, method, headers, rejectUnauthorized: false });
    // Of a line that is hung up on.
    call.on("error", () => undefined).end(body);
    const [reply] = (await once(call, "response")) as [IncomingMessage];
    return reply;
  }

  it("people reach the server, as who they are, with large bodies and long replies", async () => {
    port = await freePort();
    const [program = "", ...words] = PROXIES[name]((app.server.address() as AddressInfo).port, port);
    const env = { PATH: `${process.env.PATH}:/usr/sbin`, HOME: home };
    proxy = spawn(program, words, { stdio: "ignore", env });
    const isUp = async (): Promise<number | undefined> => (await ask("/api/status").catch(() => null))?.statusCode;
    await expect.poll(isUp, { timeout: 20_000 }).toBe(200);

    const { rawHeaders } = await ask("/api/status");
    const named = rawHeaders.filter((_, at) => at % 2 === 0).map((one) => one.toLowerCase());
    for (const header of ["content-security-policy", "strict-transport-security"])
      expect(named.filter((one) => one === header).length).toBe(1);
    expect((await ask("/metrics")).statusCode).toBe(404);

    const signIn = JSON.stringify({ email: "ann@example.com", authKey: hex(32) });
    for (const claimed of ["203.0.113.7", "203.0.113.8"])
      expect((await ask("/api/users/login", "POST", signIn, { "x-forwarded-for": claimed })).statusCode).toBe(400);
    const refused = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "login.refused");
    expect(new Set(refused.slice(-2).map(({ address }) => address)).size).toBe(1);
    expect(lines.join("")).not.toContain("proxy.not-trusted");

    const authorization = `Bearer ${ann.token}`;
    const large = await ask(`/api${PATH}`, METHOD, Buffer.alloc(LARGE, "a"), { authorization });
    expect([large.statusCode, JSON.parse(await text(large)).code]).toEqual([400, "invalid_json"]);

    const news = await ask("/api/vault/news", "GET", undefined, { authorization });
    let heard = "";
    news.on("data", (piece: Buffer) => (heard += piece.toString())).on("error", () => undefined);
    await ann.commit(put("note"));
    await expect.poll(() => heard, { timeout: 10_000 }).toContain(ann.scopeId);
    news.destroy();
    await expect.poll(() => deps.watching.size, { timeout: 10_000 }).toBe(0);
  });
});
