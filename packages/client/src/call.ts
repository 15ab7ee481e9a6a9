/** Calls an endpoint of the contract: the only place that speaks HTTP. */
import { type Endpoint, type InputOf, type ReplyOf, toWireCall } from "@coffer/contract/endpoint";
import { AppError, ERRORS, isErrorCode, isRefusal } from "@coffer/contract/errors";
import { REQUEST_MAX_BYTES } from "@coffer/core/constants";
import { isLoopback } from "@coffer/core/loopback";
import { AnswerReader, type OnRows } from "./answer-reader.ts";
import { createCallTimeout } from "./call-timeout.ts";
import { ClientError, UnreachedError } from "./errors.ts";

/** @param bearer - a token for one purpose, in place of the session's. @param hear - gets rows of the answer's lists as they come. */
export type Call = <E extends Endpoint>(spec: E, input: InputOf<E>, bearer?: string, hear?: OnRows) => Promise<ReplyOf<E>>;

export interface CallOptions {
  readonly origin: string;
  readonly fetch: typeof fetch;
  readonly token: () => string | null;
  /** The server no longer knows the session of this token. Runs before the refusal is thrown. */
  readonly onUnauthorized: (token: string) => Promise<void>;
  /** The server is under maintenance, and says this. */
  readonly onMaintenance?: ((message: string) => void) | undefined;
  /** The master password has to be given first. @returns whether it was: the call then goes on by itself. */
  readonly onProofNeeded?: (() => Promise<boolean>) | undefined;
}

/** @returns a function that throws `AppError` for a refusal, `AnswerError` for an answer that cannot be read, `NoAnswerError` when none came in time, and an ordinary error when there was no connection. */
export function createCall(options: CallOptions): Call {
  const send = createSend(options);
  const ask = oneAtATime(options.onProofNeeded ?? (async () => false));
  return async (spec, input, own, hear) => {
    const asked = options.token();
    try {
      return await send(spec, input, own, hear);
    } catch (error) {
      // While it was asked for, the session may have become somebody else's: that call is not theirs.
      const goesOn = isRefusal(error, "fresh_proof_needed") && !own && (await ask()) && options.token() === asked;
      if (!goesOn) throw error;
      return send(spec, input);
    }
  };
}

/** Calls that meet the same question wait for the one answer. */
function oneAtATime(ask: () => Promise<boolean>): () => Promise<boolean> {
  let asking: Promise<boolean> | null = null;
  return () => {
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  };
}

function createSend({ origin, fetch, token, onUnauthorized, onMaintenance }: CallOptions): Call {
  return async (spec, input, own, hear) => {
    const bearer = spec.access === "public" ? null : (own ?? token());
    if (!isSafe(origin)) throw new ClientError(UNSAFE_ORIGIN);
    if (spec.access !== "public" && !bearer) throw new ClientError(spec.noToken ?? "No authentication token found");
    const reader = new AnswerReader(spec, hear);
    const response = await ask(fetch, { origin, spec, input: input as Readonly<Record<string, unknown>>, bearer, reader });
    if (response.ok) return answerOf(reader, spec) as ReplyOf<typeof spec>;
    const refusal = refusalOf(reader.answer() ?? null, spec.failure);
    if (refusal.code === "unexpected" && GATEWAY_STATUS.has(response.status)) throw new UnreachedError(spec.failure);
    if (refusal.code === "maintenance") onMaintenance?.(refusal.message);
    if (response.status !== 401 || !bearer) throw refusal;
    if (!own) await onUnauthorized(bearer);
    throw refusal.code === "unexpected" ? new AppError("session_expired") : refusal;
  };
}

/** What a proxy answers for a server that it does not reach. Ours says by a code why it refuses. */
const GATEWAY_STATUS: ReadonlySet<number> = new Set([502, 503, 504]);

/** The only address of which others on the way can neither read nor answer what is said, beside this machine's own. */
const UNSAFE_ORIGIN = "This page was opened over http, where others can read along. Open it by its https address.";

function isSafe(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === "https:" || isLoopback(hostname);
}

interface Asking {
  readonly origin: string;
  readonly spec: Endpoint;
  readonly input: Readonly<Record<string, unknown>>;
  readonly bearer: string | null;
  /** Gets the text of the answer as it comes. */
  readonly reader: AnswerReader;
}

/** @throws NoAnswerError when the server is silent for too long */
async function ask(fetch: CallOptions["fetch"], { origin, spec, input, bearer, reader }: Asking): Promise<Response> {
  const { url, body } = toWireCall(spec, input);
  const sent = body && bodyOf(spec, body);
  const patience = createCallTimeout(typeof sent === "string" ? sent.length : REQUEST_MAX_BYTES);
  try {
    const asking = fetch(`${origin}/api${url}`, {
      method: spec.method,
      headers: headersOf(spec, bearer, body),
      ...(sent && { body: sent }),
      credentials: "omit",
      cache: "no-store",
      redirect: "error",
      referrerPolicy: "no-referrer",
      signal: patience.signal,
    });
    const response = await patience.wait(asking);
    await patience.textOf(response, (text) => reader.add(text, response.ok));
    return response;
  } finally {
    patience.end();
  }
}

function headersOf(spec: Endpoint, bearer: string | null, body: object | null): Record<string, string> {
  return {
    accept: "application/json",
    ...(bearer && { authorization: `Bearer ${bearer}` }),
    ...(body && !spec.file && { "content-type": "application/json" }),
  };
}

function bodyOf(spec: Endpoint, body: Readonly<Record<string, unknown>>): string | FormData {
  if (!spec.file) return JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) if (name !== spec.file) form.set(name, String(value));
  form.set(spec.file, new Blob([String(body[spec.file])], { type: "application/octet-stream" }), "import.enc");
  return form;
}

/** An answer that is not what the endpoint answers. What was asked for may have been done all the same. */
export class AnswerError extends Error {
  constructor({ failure = ERRORS.unexpected[1] }: Endpoint, cause: unknown) {
    super(failure, { cause });
    this.name = "AnswerError";
  }
}

function answerOf(reader: AnswerReader, spec: Endpoint): unknown {
  const answer = reader.answer();
  if (isRecord(answer) && answer.success === false) throw refusalOf(answer, spec.declined ?? spec.failure);
  try {
    return reader.parsed(answer);
  } catch (error) {
    throw new AnswerError(spec, error);
  }
}

/** Longer is no message of ours. */
const MESSAGE_MAX_LENGTH = 300;

/**
 * What is said is ours, chosen by the code: the server's own words could be anybody's (security design §8). Only maintenance is explained by the operator, on a page of
 * its own, and as plain text.
 * @param failure - said where there is no code that we know: then it comes from something in between, or is a fault of the server.
 */
function refusalOf(answer: unknown, failure: string | undefined): AppError {
  const { code, message } = isRecord(answer) ? answer : {};
  if (!isErrorCode(code) || code === "unexpected") return new AppError("unexpected", failure);
  const isOperators = code === "maintenance" && typeof message === "string" && message.length <= MESSAGE_MAX_LENGTH;
  return isOperators ? new AppError(code, message) : new AppError(code);
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
