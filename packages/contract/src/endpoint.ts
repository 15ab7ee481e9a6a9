/**
 * The single declaration of an endpoint. The client's method, the route, admission, parsing, reply filtering, the OpenAPI
 * document and `docs/api.md` are derived from it.
 *
 * Note: One input. Path, query and body are one object. Path parameters come from the path; names listed in `query`, and everything else of a GET, travel in the
 * query; the rest is the JSON body. The path wins: the same name in body and path must be equal (decision C-31).
 *
 * Note: Lists in lines. A long reply is JSON like any other, but the server splits it by line breaks, which mean nothing in JSON and never occur inside its strings:
 * every second line is some rows of a list, separated by commas. So a reader can process rows while the rest is still arriving (client/answer-reader.ts).
 */
import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";

/** Who may call: anyone, a full session, or the token given for a proven mailbox. */
type Access = "public" | "signed-in" | "recovery";
type Method = "GET" | "POST" | "PUT" | "DELETE";

export interface Endpoint<Input extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> {
  readonly method: Method;
  /** Below `/api`; parameters as `:name`. */
  readonly path: string;
  readonly access: Access;
  /** For calls that cannot be undone or that grant access: the master password must have been entered in this session recently (security design §7). */
  readonly fresh?: boolean;
  /** Answered in a locked session too: see Note: Locked (session-half.ts). Such a call reads nothing of the vault. */
  readonly whileLocked?: boolean;
  /** One line for the documentation. */
  readonly summary: string;
  readonly input: Input;
  /** Names sent in the query although the method has a body. */
  readonly query?: readonly string[];
  readonly reply: Reply;
  /** Refusals in addition to those possible for every call. */
  readonly refuses: readonly ErrorCode[];
  /** Message when the call fails and the server gave no known reason (the specification's message for this service). */
  readonly failure?: string;
  /** The same for a reply that reports no success, where the specification distinguishes the two. */
  readonly declined?: string;
  /** Message when no one is signed in, where the specification has its own (decision S-15). */
  readonly noToken?: string;
  /** The multipart part that is a file; the input gets its text under that name. */
  readonly file?: string;
  /** For a reply whose lists are read while they arrive: where the lists are, and the schema of a row of each; unknown lists are skipped. See Note: Lists in lines. */
  readonly lists?: { readonly in: string; readonly row: (list: string) => z.ZodType | undefined };
  /** The reply stays open as long as the caller listens, so it takes no place among those that end. */
  readonly lasts?: boolean;
  /** Largest body in bytes, where it differs from the general limit. */
  readonly maxBytes?: number;
}

/** The message of the profile and two-factor services; all others say "No authentication token found" (decision S-15). */
export const NO_TOKEN = "Authentication token not found";

export type Endpoints = { readonly [verb: string]: Endpoint };

/** Its schemas are made when they are first asked for: there are a hundred calls, a start makes one of them, and all their schemas would take longer than its rows. */
type Declared<Input extends z.ZodType, Reply extends z.ZodType> = Omit<Endpoint<Input, Reply>, "input" | "reply"> & {
  readonly input: () => Input;
  readonly reply: () => Reply;
};

export function endpoint<Input extends z.ZodType, Reply extends z.ZodType>(declared: Declared<Input, Reply>): Endpoint<Input, Reply> {
  const { input, reply, ...spec } = declared;
  const made: { input?: Input; reply?: Reply } = {};
  return {
    ...spec,
    get input() {
      made.input ??= input();
      return made.input;
    },
    get reply() {
      made.reply ??= reply();
      return made.reply;
    },
  };
}

/** What a caller passes, what a handler receives, and what the caller gets back. */
export type InputOf<E extends Endpoint> = z.input<E["input"]>;
export type ParsedOf<E extends Endpoint> = z.output<E["input"]>;
export type ReplyOf<E extends Endpoint> = z.output<E["reply"]>;

/** Parameter names in a path. */
export const pathNames = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? "");

export interface WireCall {
  /** Path and query, below `/api`. */
  readonly url: string;
  readonly body: Readonly<Record<string, unknown>> | null;
}

/** Splits one input into path, query and body. See Note: One input. */
export function toWireCall(spec: Endpoint, input: Readonly<Record<string, unknown>>): WireCall {
  const inPath = new Set(pathNames(spec.path));
  const inQuery = new Set(spec.method === "GET" ? Object.keys(input) : (spec.query ?? []));
  const path = spec.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || inPath.has(name)) continue;
    if (inQuery.has(name)) query.set(name, String(value));
    else body[name] = value;
  }
  const url = query.size > 0 ? `${path}?${query}` : path;
  return { url, body: Object.keys(body).length > 0 ? body : null };
}
