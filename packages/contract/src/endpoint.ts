/**
 * The single declaration of an endpoint. The client's method, the route, the admission, the parsing, the filter of the reply, the OpenAPI
 * document and `docs/api.md` are made from it.
 *
 * Note: One input. Path, query and body are one object. A name in the path is taken from there; what `query` lists, and everything else of a GET, travels in the
 * query; the rest is the JSON body. The path wins: the same name in body and path must be equal (decision C-31).
 *
 * Note: Lists in lines. A reply that may be long is JSON like any other, and the server divides it by line ends, which mean nothing in JSON and stand in no text of it:
 * every second line is some rows of a list, divided by commas. So a reader may take what has come while the rest is on its way (client/answer-reader.ts).
 */
import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";

/** Who may call: anybody, a full session, or the token that a proven mailbox yields. */
type Access = "public" | "signed-in" | "recovery";
type Method = "GET" | "POST" | "PUT" | "DELETE";

export interface Endpoint<Input extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> {
  readonly method: Method;
  /** Below `/api`; parameters as `:name`. */
  readonly path: string;
  readonly access: Access;
  /** What cannot be taken back, or opens a door: the master password must have been given in this session a short while ago (security design §7). */
  readonly fresh?: boolean;
  /** One line for the documentation. */
  readonly summary: string;
  readonly input: Input;
  /** Names sent in the query although the method has a body. */
  readonly query?: readonly string[];
  readonly reply: Reply;
  /** Refusals beyond those that any call can meet. */
  readonly refuses: readonly ErrorCode[];
  /** What is said when the call fails and the server gave no reason that we know (the specification's message of this service). */
  readonly failure?: string;
  /** The same when it answers that it was no success, where the specification tells the two apart. */
  readonly declined?: string;
  /** What is said when nobody is signed in, where the specification has words of its own (decision S-15). */
  readonly noToken?: string;
  /** The one multipart part that is a file; the input gets its text under that name. */
  readonly file?: string;
  /** Of a reply whose lists are read as they come: where they stand, and what a row of each is; what is of no known list is not looked at. See Note: Lists in lines. */
  readonly lists?: { readonly in: string; readonly row: (list: string) => z.ZodType | undefined };
  /** Largest body in bytes, where it is not the general limit. */
  readonly maxBytes?: number;
}

/** The profile and two-factor services say it so; all others "No authentication token found" (decision S-15). */
export const NO_TOKEN = "Authentication token not found";

export type Endpoints = { readonly [verb: string]: Endpoint };

export function endpoint<Input extends z.ZodType, Reply extends z.ZodType>(spec: Endpoint<Input, Reply>): Endpoint<Input, Reply> {
  return spec;
}

/** What a caller passes, what a handler receives, and what either gets back. */
export type InputOf<E extends Endpoint> = z.input<E["input"]>;
export type ParsedOf<E extends Endpoint> = z.output<E["input"]>;
export type ReplyOf<E extends Endpoint> = z.output<E["reply"]>;

/** Names of the parameters in a path. */
export const pathNames = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? "");

export interface WireCall {
  /** Path and query, below `/api`. */
  readonly url: string;
  readonly body: Readonly<Record<string, unknown>> | null;
}

/** Divides one input into path, query and body. See Note: One input. */
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
