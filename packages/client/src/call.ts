/** Calls an endpoint of the contract: the only place that speaks HTTP. */
import { type Endpoint, type InputOf, type ReplyOf, toWireCall } from "@coffer/contract/endpoint";
import { AppError, ERRORS, isErrorCode, isRefusal } from "@coffer/contract/errors";
import { KEY_PROOF_HEADER } from "@coffer/contract/session-half";
import { REQUEST_MAX_BYTES } from "@coffer/core/constants";
import { isLoopback } from "@coffer/core/loopback";
import { AnswerReader, type OnRows } from "./answer-reader.ts";
import { createCallTimeout } from "./call-timeout.ts";
import { ClientError, UnreachedError } from "./errors.ts";

/** @param bearer - a token for one purpose, instead of the session's. @param onRows - gets rows of the answer's lists as they arrive. @param signal - ends a call that lasts. */
export type Call = <E extends Endpoint>(
  spec: E,
  input: InputOf<E>,
  bearer?: string,
  onRows?: OnRows,
  signal?: AbortSignal,
) => Promise<ReplyOf<E>>;

export interface CallOptions {
  readonly origin: string;
  readonly fetch: typeof fetch;
  readonly token: () => string | null;
  /** What shows that this page has the keys of the session of a token; null where it has not. See Note: Locked (contract/session-half.ts). */
  readonly keyProof?: { of(token: string): Promise<string | null> };
  /** The server no longer knows the session of this token. Runs before the refusal is thrown. */
  readonly onUnauthorized: (token: string) => Promise<void>;
  /** The server is under maintenance, with the operator's message. */
  readonly onMaintenance?: ((message: string) => void) | undefined;
  /** The master password is needed first. @returns whether it was proven: then the call is repeated. */
  readonly onProofNeeded?: (() => Promise<boolean>) | undefined;
}

/**
 * @returns a function that throws `AppError` for a refusal, `AnswerError` for an unreadable answer, `NoAnswerError` when none came in
 * time, `UnreachedError` where a proxy answered in its place, and an ordinary error without a connection.
 */
export function createCall(options: CallOptions): Call {
  const send = createSend(options);
  const ask = oneAtATime(options.onProofNeeded ?? (async () => false));
  return async (spec, input, own, onRows, signal) => {
    const asked = options.token();
    try {
      return await send(spec, input, own, onRows, signal);
    } catch (error) {
      // If the session has changed in the meantime, the call is not repeated for another account.
      const goesOn = isRefusal(error, "fresh_proof_needed") && !own && (await ask()) && options.token() === asked;
      if (!goesOn) throw error;
      return send(spec, input);
    }
  };
}

/** Calls with the same question share one answer. */
function oneAtATime(ask: () => Promise<boolean>): () => Promise<boolean> {
  let asking: Promise<boolean> | null = null;
  return () => {
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  };
}

function createSend({ origin, fetch, token, keyProof, onUnauthorized, onMaintenance }: CallOptions): Call {
  return async (spec, input, own, onRows, signal) => {
    const bearer = spec.access === "public" ? null : (own ?? token());
    if (!isSafe(origin)) throw new ClientError(UNSAFE_ORIGIN);
    if (spec.access !== "public" && !bearer) throw new ClientError(spec.noToken ?? "No authentication token found");
    const reader = new AnswerReader(spec, onRows);
    const proof = bearer ? ((await keyProof?.of(bearer)) ?? null) : null;
    const response = await ask(fetch, { origin, spec, input: input as Readonly<Record<string, unknown>>, bearer, proof, reader, signal });
    if (response.ok) return answerOf(reader, spec) as ReplyOf<typeof spec>;
    const refusal = refusalOf(reader.answer() ?? null, spec.failure);
    if (refusal.code === "unexpected" && GATEWAY_STATUS.has(response.status)) throw new UnreachedError();
    if (refusal.code === "maintenance") onMaintenance?.(refusal.message);
    if (response.status !== 401 || !bearer) throw refusal;
    if (!own) await onUnauthorized(bearer);
    throw refusal.code === "unexpected" ? new AppError("session_expired") : refusal;
  };
}

/** Answers of a proxy that does not reach the server. The server itself gives a code with each refusal. */
const GATEWAY_STATUS: ReadonlySet<number> = new Set([502, 503, 504]);

/** Only https, or this machine itself, keeps others on the way from reading and changing what is sent. */
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
  readonly proof: string | null;
  /** Gets the text of the answer as it arrives. */
  readonly reader: AnswerReader;
  readonly signal: AbortSignal | undefined;
}

/** @throws NoAnswerError when the server is silent for too long */
async function ask(fetch: CallOptions["fetch"], { origin, spec, input, bearer, proof, reader, signal }: Asking): Promise<Response> {
  const { url, body } = toWireCall(spec, input);
  const sent = body && bodyOf(spec, body);
  const patience = createCallTimeout(typeof sent === "string" ? sent.length : REQUEST_MAX_BYTES);
  signal?.addEventListener("abort", patience.giveUp);
  // It may have been given up while what shows the keys was signed.
  if (signal?.aborted) patience.giveUp();
  try {
    const asking = fetch(`${origin}/api${url}`, {
      method: spec.method,
      headers: { ...headersOf(spec, bearer, body), ...(proof && { [KEY_PROOF_HEADER]: proof }) },
      ...(sent && { body: sent }),
      credentials: "same-origin", // the cookie of the chosen language, which emails are written in too
      cache: "no-store",
      redirect: "error",
      referrerPolicy: "no-referrer",
      signal: patience.signal,
    });
    const response = await patience.wait(asking);
    await patience.textOf(response, (text) => reader.add(text, response.ok));
    return response;
  } catch (error) {
    // The rest of what was refused is not taken.
    patience.giveUp();
    throw error;
  } finally {
    signal?.removeEventListener("abort", patience.giveUp);
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

/** An answer that does not match its endpoint. The call may have succeeded. */
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

/** Longer messages are not ours. */
const MESSAGE_MAX_LENGTH = 300;

/**
 * Messages are ours, chosen by the code: the server's text could come from anyone (security design §8). Only the operator's text on
 * maintenance is shown, on a page of its own and as plain text.
 * @param failure - for unknown codes: those come from a proxy, or from a fault of the server.
 */
function refusalOf(answer: unknown, failure: string | undefined): AppError {
  const { code, message } = isRecord(answer) ? answer : {};
  if (!isErrorCode(code) || code === "unexpected") return new AppError("unexpected", failure);
  const isOperators = code === "maintenance" && typeof message === "string" && message.length <= MESSAGE_MAX_LENGTH;
  return isOperators ? new AppError(code, message) : new AppError(code);
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
