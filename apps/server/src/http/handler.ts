/** What answers an endpoint: a function of the parsed input and of who asks. */
import type { Endpoint, Endpoints, ParsedOf, ReplyOf } from "@coffer/contract/endpoint";
import type { Viewer } from "../access.ts";
import type { Pieces } from "./pieces.ts";

/** What may be long comes in pieces. */
export type Handler<E extends Endpoint> = (input: ParsedOf<E>, viewer: Viewer) => Promise<ReplyOf<E> | Pieces>;
/** One handler per endpoint of a room, by the endpoint's name: a missing one does not compile. */
export type Handlers<Room extends Endpoints> = { readonly [Verb in keyof Room]: Handler<Room[Verb]> };
