/** Calls an endpoint of the contract: the only place that speaks HTTP. */
import { type Endpoint, type InputOf, type ReplyOf, toWireCall } from "@coffer/contract/endpoint";
import { AppError, isErrorCode } from "@coffer/contract/errors";
import { ClientError } from "./errors.ts";

/** @param bearer - a token for one purpose, in place of the session's. */
export type Call = <E extends Endpoint>(spec: E, input: InputOf<E>, bearer?: string) => Promise<ReplyOf<E>>;

export interface CallOptions {
  readonly origin: string;
  readonly fetch: typeof fetch;
  readonly token: () => string | null;
  /** The server no longer knows the session of this token. Runs before the refusal is thrown. */
  readonly onUnauthorized: (token: string) => Promise<void>;
  /** The server is under maintenance, and says this. */
  readonly onMaintenance?: ((message: string) => void) | undefined;
}

/** @returns a function that throws `AppError` for a refusal, and an ordinary error when the network or the reply is broken. */
export function createCall({ origin, fetch, token, onUnauthorized, onMaintenance }: CallOptions): Call {
  return async (spec, input, own) => {
    const bearer = spec.access === "public" ? null : (own ?? token());
    if (spec.access !== "public" && !bearer) throw new ClientError(spec.noToken ?? "No authentication token found");
    const { url, body } = toWireCall(spec, input as Readonly<Record<string, unknown>>);
    const response = await fetch(`${origin}/api${url}`, {
      method: spec.method,
      headers: headersOf(spec, bearer, body),
      ...(body && { body: bodyOf(spec, body) }),
      credentials: "omit",
      cache: "no-store",
      redirect: "error",
      referrerPolicy: "no-referrer",
    });
    if (response.ok) return spec.reply.parse(await response.json()) as ReplyOf<typeof spec>;
    const refusal = await refusalOf(response, spec.failure);
    if (response.status === 401 && bearer && !own) await onUnauthorized(bearer);
    if (refusal.code === "maintenance") onMaintenance?.(refusal.message);
    throw refusal;
  };
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

/**
 * A reply that is not a refusal of ours comes from something between us and the server; its text is not shown.
 * @param failure - said instead.
 */
async function refusalOf(response: Response, failure: string | undefined): Promise<AppError> {
  const reply: unknown = await response.json().catch(() => null);
  const { code, message } = (reply ?? {}) as { code?: unknown; message?: unknown };
  if (!isErrorCode(code)) return response.status === 401 ? new AppError("session_expired") : new AppError("unexpected", failure);
  return typeof message === "string" && message.length <= 300 ? new AppError(code, message) : new AppError(code);
}
