import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { purge } from "../jobs/purge.ts";
import { type Answer, openWorld, type Person, put, type Server, type World, wrapped } from "../testing/world.ts";

let world: World;
let server: Server;
let ann: Person;
let importId: string;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
  ann = await server.join("ann@example.com");
});
afterAll(() => world.end());

const begin = async (): Promise<string> => String((await ann.call("POST", "/import/initialize", { source_type: "chrome" })).body.id);
const progress = async (): Promise<Answer["body"]> => (await ann.call("GET", `/import/progress/${importId}`)).body;

async function upload(text: string | Buffer, name = "file"): Promise<Answer> {
  const part = (head: string, body: string | Buffer) => [
    Buffer.from(`--edge\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(body),
    Buffer.from("\r\n"),
  ];
  const payload = Buffer.concat([
    ...part(`name="${name}"; filename="import.enc"`, text),
    ...part('name="importId"', importId),
    ...part('name="sourceType"', "chrome"),
    Buffer.from("--edge--\r\n"),
  ]);
  const headers = { authorization: `Bearer ${ann.token}`, "content-type": "multipart/form-data; boundary=edge" };
  const reply = await server.app.inject({ method: "POST", url: "/api/import/upload", headers, payload });
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers };
}

interface Row {
  readonly type: string;
  readonly row: number;
  readonly data: unknown;
}
const rows = (from: number, count: number): Row[] =>
  Array.from({ length: count }, (_, i) => ({ type: "password", row: from + i, data: put("password") }));
const batch = (baseSeq: number, items: Row[], total = 5): Promise<Answer> =>
  ann.write("POST", "/import/batch", { importId, scope: ann.scopeId, total, items, baseSeq });

describe("an import", () => {
  it("lists its sources and begins with a known one", async () => {
    const { body } = await ann.call("GET", "/import/sources");
    expect((body.sources as { id: string }[]).map((source) => source.id)).toContain("chrome");
    expect((await ann.call("POST", "/import/initialize", { source_type: "nothing" })).body.code).toBe("invalid_input");
    importId = await begin();
    expect(await progress()).toMatchObject({ status: "idle", progress: 0, parsed_data: null });
  });

  it("stores a sealed file and refuses one in plain text", async () => {
    expect((await upload("name,url,username,password\nBank,https://bank.example,me,secret")).body).toMatchObject({ code: "not_sealed" });
    expect((await upload(Buffer.from([0x31, 0x2e, 0xff, 0xfe]))).body.code).toBe("not_sealed");
    expect((await upload(wrapped(), "other")).body.code).toBe("invalid_input");
    const own = importId;
    importId = String((await ann.call("POST", "/import/initialize", { source_type: "firefox" })).body.id);
    expect((await upload(wrapped())).body).toMatchObject({ code: "invalid_input" });
    importId = own;
    const large = await upload(wrapped(1_200_000));
    expect(large).toMatchObject({ status: 413, body: { code: "too_large" } });
    const file = wrapped(1_048_576);
    expect(await upload(file)).toMatchObject({ status: 200, body: { success: true, items: file } });
    expect(await progress()).toMatchObject({ status: "processing", parsed_data: file });
  });

  it("writes each row once, however often its batch is sent", async () => {
    const first = rows(0, 3);
    expect((await batch(1, first)).body).toEqual({ success: true, seq: 2, created: 3, failed: [] });
    expect(await progress()).toMatchObject({ status: "processing", progress: 60 });
    expect((await batch(1, first)).body).toEqual({ success: true, seq: 2, created: 3, failed: [] });
    const second = [...first.slice(2), ...rows(3, 2)];
    expect((await batch(1, second)).body.code).toBe("stale_head");
    expect(await progress()).toMatchObject({ status: "processing", error_details: null });
    expect((await batch(2, second)).body).toEqual({ success: true, seq: 3, created: 3, failed: [] });
    expect((await ann.call("GET", "/vault/entries")).body).toHaveLength(5);
  });

  it("ends with its last row; the file is gone, and only repeated rows are still answered", async () => {
    expect(await progress()).toMatchObject({ status: "completed", progress: 100, parsed_data: null });
    expect((await batch(3, rows(9, 1))).body.code).toBe("import_finished");
    expect((await batch(1, rows(4, 1))).body).toMatchObject({ success: true, seq: 3 });
    expect((await upload(wrapped())).body.code).toBe("import_finished");
    expect((await batch(3, [{ type: "note", row: 9, data: put("card") }])).body.code).toBe("invalid_input");
    expect(await progress()).toMatchObject({ status: "completed", error_details: null });
  });

  it("refuses a row that is not of the kind it says, and the same row twice", async () => {
    importId = await begin();
    expect((await batch(3, [{ type: "note", row: 0, data: put("card") }])).body.code).toBe("invalid_input");
    expect((await batch(3, [...rows(0, 1), ...rows(0, 1)])).body.code).toBe("invalid_input");
    expect(
      (
        await batch(3, [
          { type: "card_details", row: 0, data: put("card") },
          { type: "category", row: 1, data: put("category") },
        ])
      ).status,
    ).toBe(200);
  });

  it("reports that it failed, and why, until the next rows are written", async () => {
    importId = await begin();
    expect((await batch(4, [{ type: "note", row: 0, data: put("card") }])).body.code).toBe("invalid_input");
    const failed = await progress();
    expect(failed).toMatchObject({ status: "failed" });
    expect(JSON.parse(String(failed.error_details))).toEqual({ code: "invalid_input", message: "A row is not of the kind it says." });
    expect((await batch(4, rows(0, 1))).status).toBe(200);
    expect(await progress()).toMatchObject({ status: "processing", error_details: null });
    const bob = await server.join("bob@example.com");
    expect((await bob.call("GET", `/import/progress/${importId}`)).status).toBe(404);
  });

  it("lets no one else write into it, nor report it as failed", async () => {
    importId = await begin();
    const eve = await server.join("eve@example.com");
    const tried = (items: Row[]) => eve.write("POST", "/import/batch", { importId, scope: eve.scopeId, total: 1, items, baseSeq: 1 });
    expect((await tried(rows(0, 1))).body.code).toBe("not_found");
    expect((await tried([{ type: "note", row: 0, data: put("card") }])).body.code).toBe("invalid_input");
    expect(await progress()).toMatchObject({ status: "idle", progress: 0, error_details: null });
    expect((await eve.call("GET", "/vault/entries")).body).toHaveLength(0);
  });

  it("is deleted from the server after a day", async () => {
    importId = await begin();
    await upload(wrapped());
    server.clock.now += 24 * 3_600_000 + 1;
    await purge(server.deps);
    const { body } = await server.call("POST", "/users/login", { email: ann.email, authKey: ann.authKey });
    const { token } = body.data as { token: string };
    expect((await server.call("GET", `/import/progress/${importId}`, undefined, { token })).status).toBe(404);
  });
});

it("begins twenty imports a day in one session, each of which may store a file; another session begins its own", async () => {
  const bob = await server.join("many-imports@example.com");
  for (let at = 0; at < 20; at++)
    expect(await bob.call("POST", "/import/initialize", { source_type: "chrome" })).toMatchObject({ status: 200 });
  expect(await bob.call("POST", "/import/initialize", { source_type: "chrome" })).toMatchObject({
    status: 429,
    body: { code: "rate_limited" },
  });
  expect(await bob.freshly("POST", "/import/initialize", { source_type: "chrome" })).toMatchObject({ status: 200 });
});

it("keeps fifty unfinished imports of an account: the next one takes the place of the oldest, and what has ended stays", async () => {
  const [cat, dan] = [await server.join("full-imports@example.com"), await server.join("other-imports@example.com")];
  for (const { accountId } of [cat, dan])
    await server.pool.query(
      `insert into import_session (id, account_id, source_type, state, file, created_at)
       select gen_random_uuid(), $1, case when n <= 5 then 'ended' else 'n' || n end, case when n <= 5 then 'completed' else 'processing' end, '1.A',
         $2::timestamptz + n * interval '1 s' from generate_series(1, 55) n`,
      [accountId, new Date(server.clock.now)],
    );
  const { status, body } = await cat.call("POST", "/import/initialize", { source_type: "chrome" });
  expect(status).toBe(200);
  const of = async ({ accountId }: Person) =>
    (await server.pool.query("select id, source_type from import_session where account_id = $1 order by created_at", [accountId])).rows;
  expect(await of(dan)).toHaveLength(55);
  const left = await of(cat);
  expect(left.map(({ id }) => id)).toContain(body.id);
  expect(left.map(({ source_type }) => source_type).sort()).toEqual(
    ["chrome", ...Array(5).fill("ended"), ...Array.from({ length: 49 }, (_, n) => `n${n + 7}`)].sort(),
  );
});
