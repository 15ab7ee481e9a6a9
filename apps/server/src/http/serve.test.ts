import { allEndpoints } from "@coffer/contract/all-endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exampleCall, exampleInput } from "../testing/examples.ts";
import { type Answer, openWorld, type Person, put, type Server, type World } from "../testing/world.ts";

let world: World;
let server: Server;
let ann: Person;

beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
  ann = await server.join("ann@example.com");
});
afterAll(() => world.end());

const isRefusal = (answer: Answer, status: number, code: string): void => {
  expect(answer).toMatchObject({ status, body: { success: false, code } });
  expect(Object.keys(answer.body).sort()).toEqual(["code", "message", ...(status >= 500 ? ["requestId"] : []), "success"]);
};

/** Every walk of the contract takes a minute of its own, so that the general limit is not what is tested. */
const nextMinute = (): void => {
  server.clock.now += 61_000;
};

describe("every endpoint", () => {
  const signedIn = allEndpoints().filter(([, spec]) => spec.access === "signed-in");
  const withJson = signedIn.filter(([, spec]) => !spec.file);

  it.each(signedIn)("%s refuses a caller without a live session", async (_, spec) => {
    nextMinute();
    const { path, body } = exampleCall(spec, exampleInput(spec));
    isRefusal(await server.call(spec.method, path, body), 401, "authentication_required");
    isRefusal(await server.call(spec.method, path, body, { token: "garbage" }), 401, "session_expired");
    const [head, claims] = ann.token.split(".");
    isRefusal(await server.call(spec.method, path, body, { token: `${head}.${claims}.AAAA` }), 401, "session_expired");
  });

  it.each(withJson)("%s refuses names that it does not know, and wrong types", async (_, spec) => {
    nextMinute();
    if (spec.fresh) await ann.prove();
    const input = exampleInput(spec);
    const { path, body } = exampleCall(spec, input);
    const stray = await (spec.method === "GET"
      ? ann.call("GET", `${path}${path.includes("?") ? "&" : "?"}stray=1`)
      : ann.call(spec.method, path, { ...(body as object), stray: 1 }));
    isRefusal(stray, 400, "invalid_input");
    expect(stray.body.message).toBe('The field "stray" is not known here.');
    for (const name of Object.keys((body as object | undefined) ?? {})) {
      isRefusal(await ann.call(spec.method, path, { ...(body as object), [name]: { wrong: 1 } }), 400, "invalid_input");
    }
  });
});

describe("a request", () => {
  it("is refused when its content is not sealed, and the message names the field and not the value", async () => {
    const answer = await ann.commit(put("note", { fields: { name: "my bank" } }));
    isRefusal(answer, 400, "not_sealed");
    expect(answer.body.message).toBe('The field "changes.0.fields.name" must be encrypted before it is sent.');
  });

  it("never has its own words repeated, not even as names", async () => {
    const answer = await ann.call("POST", "/vault/commit", { scope: ann.scopeId, "my bank: 1234": 1 });
    expect(JSON.stringify(answer.body)).not.toContain("bank");
  });

  it.each([
    ["{", "invalid_json", 400],
    ['{"email":"a\\u0000@b.c"}', "invalid_input", 400],
    ["[]", "invalid_input", 400],
    ["7", "invalid_input", 400],
    ["", "invalid_input", 400],
  ])("with the body %s is refused as %s", async (body, code, status) => {
    isRefusal(await server.call("POST", "/users/prelogin", body), status, code);
  });

  it("is refused when it is not UTF-8", async () => {
    isRefusal(await server.call("POST", "/users/prelogin", Buffer.from([0x22, 0xff, 0x22])), 400, "invalid_json");
  });

  it("over 1 MiB is refused", async () => {
    isRefusal(await server.call("POST", "/users/prelogin", `{"email":"${"a".repeat(1_048_576)}"}`), 413, "too_large");
  });

  it("of another media type is refused", async () => {
    const reply = await server.app.inject({
      method: "POST",
      url: "/api/users/prelogin",
      headers: { "content-type": "text/xml" },
      payload: "<a/>",
    });
    expect(reply.json()).toMatchObject({ success: false, code: "unsupported_media" });
    const form = { "content-type": "multipart/form-data; boundary=x" };
    const multipart = await server.app.inject({ method: "POST", url: "/api/users/prelogin", headers: form, payload: "--x--\r\n" });
    expect(multipart.json()).toMatchObject({ success: false, code: "unsupported_media" });
  });

  it("whose path and body name different ids is refused (decision C-31)", async () => {
    const item = put("note");
    isRefusal(await ann.call("PUT", `/notes/${crypto.randomUUID()}`, { id: item.id }), 400, "invalid_input");
  });

  it("to an unknown path is refused in JSON", async () => {
    isRefusal(await server.call("GET", "/nothing/here"), 404, "not_found");
    isRefusal(await server.call("DELETE", "/status"), 404, "not_found");
    isRefusal(await server.call("GET", "/%zz"), 400, "invalid_input");
  });

  it("may end its path with a slash", async () => {
    expect((await ann.call("GET", "/categories/")).status).toBe(200);
    expect((await ann.call("GET", "/categories")).status).toBe(200);
  });

  it("that meets a bug is answered without saying what", async () => {
    const broken = await world.server();
    await broken.pool.query("drop table session cascade");
    const { token } = ann;
    isRefusal(await broken.call("GET", "/notes", undefined, { token }), 500, "unexpected");
  });
});

describe("every reply", () => {
  it("carries the headers of the security design, and calls are not cached", async () => {
    const { headers } = await server.call("GET", "/status");
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; /);
    expect(headers["content-security-policy"]).toContain("; img-src 'self' data:; font-src 'self'; manifest-src 'self'; ");
    expect(headers["content-security-policy"]).toMatch(/; require-trusted-types-for 'script'; trusted-types vault-worker$/);
    expect(headers["strict-transport-security"]).toBeUndefined();
  });

  it("asks for https for ever where the public address is https", async () => {
    const secure = await world.server({ publicUrl: "https://vault.example.com" });
    const { headers } = await secure.call("GET", "/status");
    expect(headers["strict-transport-security"]).toMatch(/^max-age=31536000/);
  });

  it("is described at /api/openapi.json", async () => {
    const { body } = await server.call("GET", "/openapi.json");
    expect(body.openapi).toBe("3.1.0");
    const paths = body.paths as Record<string, Record<string, unknown>>;
    for (const [, spec] of allEndpoints()) {
      expect(paths[`/api${spec.path.replace(/:(\w+)/g, "{$1}")}`]?.[spec.method.toLowerCase()]).toBeDefined();
    }
  });
});
