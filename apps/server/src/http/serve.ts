/** Mounts endpoints: admit, parse by the contract, call the handler, filter the reply by the contract, send. Nothing reaches a handler unparsed. */
import { type Endpoint, type Endpoints, pathNames } from "@coffer/contract/endpoint";
import { AppError } from "@coffer/contract/errors";
import { REQUEST_MAX_BYTES } from "@coffer/core/constants";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { requireFreshProof, requireUnlocked, type Viewer } from "../access.ts";
import { bypassRls } from "../db/bypass-row-level-security.ts";
import { actAs } from "../db/row-level-security.ts";
import type { AdmitBody, Turn } from "./bodies.ts";
import type { Handler, Handlers } from "./handler.ts";
import { readForm } from "./multipart.ts";
import { NewsStream, sendNews } from "./news.ts";
import { refuseInput } from "./refusals.ts";
import { bufferForReader, isStream, JsonStream, sendStream } from "./streamed-reply.ts";

/** Who asks, or a refusal. Runs before a byte of the body is read. */
export type Admit = (access: Endpoint["access"], request: FastifyRequest) => Promise<Viewer>;
type Fields = Readonly<Record<string, unknown>>;

/** What every call passes first. */
export interface Admission {
  readonly admit: Admit;
  readonly admitBody: AdmitBody;
}

export function mountFeature<Feature extends Endpoints>(
  app: FastifyInstance,
  admission: Admission,
  feature: Feature,
  handlers: Handlers<Feature>,
): void {
  for (const verb in feature) mount(app, admission, feature[verb], handlers[verb]);
}

function mount<E extends Endpoint>(app: FastifyInstance, { admit, admitBody }: Admission, spec: E, handler: Handler<E>): void {
  const viewers = new WeakMap<FastifyRequest, Viewer>();
  app.route({
    method: spec.method,
    url: `/api${spec.path}`,
    bodyLimit: spec.maxBytes ?? REQUEST_MAX_BYTES,
    onRequest: async (request, reply) => {
      const viewer = await bypassRls("admission", () => admit(spec.access, request));
      if (!spec.whileLocked) requireUnlocked(viewer);
      if (spec.fresh) await bypassRls("admission", () => requireFreshProof(viewer));
      viewers.set(request, viewer);
      if (!spec.lasts) await admitBody(whoseTurn(spec, viewer), request, reply);
    },
    onSend: async (_, __, payload) => (isStream(payload) && !spec.lasts ? bufferForReader(payload) : payload),
    handler: async (request, reply) => {
      const viewer = viewers.get(request);
      if (!viewer) throw new AppError("authentication_required");
      const input = spec.input.safeParse(await readInput(spec, request));
      if (!input.success) throw refuseInput(input.error);
      const answer = await workFor(spec, viewer, () => handler(input.data as Parameters<Handler<E>>[0], viewer));
      if (answer instanceof JsonStream) return sendStream(reply, answer);
      if (answer instanceof NewsStream) return sendNews(reply, answer);
      return reply.send(spec.reply.parse(answer));
    },
  });
}

/** A handler works for the caller; before there is a session it has to find out who that is. */
const workFor = <T>({ access }: Endpoint, viewer: Viewer, run: () => Promise<T>): Promise<T> =>
  access === "public" ? bypassRls("anonymous", run) : actAs(viewer.accountId, run);

/** What a large body waits for: for those of the same session, so that a stolen session blocks only itself; and for more than a few of the same account. */
function whoseTurn({ access }: Endpoint, viewer: Viewer): Turn {
  if (access === "public") return { who: viewer.address };
  if (access === "recovery") return { who: viewer.accountId };
  return { who: viewer.sessionId, accountId: viewer.accountId };
}

/** Path, query and body as the one input. See Note: One input (contract/endpoint.ts). */
async function readInput(spec: Endpoint, request: FastifyRequest): Promise<Fields> {
  const path = request.params as Fields;
  const query = request.query as Fields;
  const body = await readBody(spec, request);
  const allowed = spec.method === "GET" ? null : new Set(spec.query ?? []);
  const stray = allowed && Object.keys(query).find((name) => !allowed.has(name));
  if (stray) throw new AppError("invalid_input", "The address holds a name that is not known here.");
  for (const name of pathNames(spec.path)) {
    const given = body[name] ?? query[name];
    // A number of a body is text in a path.
    if (given !== undefined && String(given) !== path[name])
      throw new AppError("invalid_input", `The field "${name}" must be the same in the path and the body.`);
  }
  return { ...body, ...query, ...path };
}

async function readBody(spec: Endpoint, request: FastifyRequest): Promise<Fields> {
  if (spec.file !== undefined) return readForm(request, spec.file, spec.maxBytes ?? REQUEST_MAX_BYTES);
  if (request.isMultipart()) throw new AppError("unsupported_media");
  const body = request.body ?? {};
  if (typeof body !== "object" || Array.isArray(body)) throw new AppError("invalid_input", "The body must be a JSON object.");
  if (spec.method === "GET" && Object.keys(body).length > 0) throw new AppError("invalid_input", "A GET has no body.");
  return body as Fields;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** JSON our way: an empty body is no body, and text that PostgreSQL cannot hold is refused here. */
export function parseJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, async (_request: FastifyRequest, bytes: Buffer) => {
    if (bytes.length === 0) return undefined;
    return parseJson(bytes);
  });
}

function parseJson(bytes: Buffer): unknown {
  try {
    const text = utf8.decode(bytes);
    if (text.includes("\\u0000")) throw new AppError("invalid_input", "The request must not hold null characters.");
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("invalid_json", undefined, { cause: error });
  }
}
