/** The server's data in the pages of a session. One for the page, so that what forgets it reaches all of it. */
import { newQueryClient } from "../frame/query-client.ts";

export const queries = newQueryClient();
