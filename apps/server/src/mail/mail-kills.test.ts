/** A server process that ends while it sends an email, built and started as an operator would. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterEach, describe, expect, it } from "vitest";
import { firstInvitation } from "../testing/invitation.ts";
import { openMailServer } from "../testing/mail-server.ts";
import { build, start } from "../testing/process.ts";
import { registration } from "../testing/world.ts";

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const addressesIn = async (texts: readonly string[]) =>
  Promise.all(texts.map(async (text) => (await PostalMime.parse(text)).to?.[0]?.address));

describe("a server process", () => {
  it("that is killed while it sends an email still has it delivered; one that is asked to end does not wait for the mail server", {
    timeout: 120_000,
  }, async () => {
    await build();
    const dataDir = mkdtempSync(join(tmpdir(), "coffer-mail-"));
    closers.push(() => rmSync(dataDir, { recursive: true }));
    let connections = 0;
    // The first two to connect wait for ever.
    const slow = await openMailServer({
      onConnect: (_, done) => {
        connections++;
        if (connections > 2) done();
      },
    });
    closers.push(slow.close);
    const env = { SMTP_URL: `${slow.url()}?greetingTimeout=60000&connectionTimeout=60000` };
    let server = await start(dataDir, env);
    const post = (path: string, body: unknown) =>
      fetch(`${server.url}/api${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    const token = firstInvitation(dataDir);
    await post("/users/register", registration("ann@example.com", token));
    await post("/users/forgot-password", { email: "ann@example.com" });
    await expect.poll(() => connections, { timeout: 5_000 }).toBe(1);
    await server.end("SIGKILL");
    server = await start(dataDir, env);
    await expect.poll(() => connections, { timeout: 5_000 }).toBe(2);
    expect(await server.end("SIGTERM")).toBe(0);
    expect(server.said()).not.toContain("server.ended-late");
    server = await start(dataDir, env);
    await expect.poll(() => addressesIn(slow.got), { timeout: 5_000 }).toEqual(["ann@example.com"]);
    await server.end("SIGTERM");
  });
});
