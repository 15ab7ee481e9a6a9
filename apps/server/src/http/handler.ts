/** What answers an endpoint: a function of the parsed input and of the viewer. */
import type { Endpoint, Endpoints, ParsedOf, ReplyOf } from "@coffer/contract/endpoint";
import type { Viewer } from "../access.ts";
import type { NewsStream } from "./news.ts";
import type { JsonStream } from "./streamed-reply.ts";

/** A reply that may be long, or lasts, is streamed. */
export type Handler<E extends Endpoint> = (input: ParsedOf<E>, viewer: Viewer) => Promise<ReplyOf<E> | JsonStream | NewsStream>;
/** One handler per endpoint of a feature, by the endpoint's name: a missing one does not compile. */
export type Handlers<Feature extends Endpoints> = { readonly [Verb in keyof Feature]: Handler<Feature[Verb]> };
