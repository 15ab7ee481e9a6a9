/** Under what is said of a link that is void: why that may be, and whom to ask. The server tells nobody whose a void link was. */
import { Lead } from "./AccountCard.tsx";

export const VoidLink = () => (
  <Lead>
    A link works once, for seven days, and only the newest one. If you have used it, sign in. Otherwise ask whoever invited you for a new
    one: the email with the link says who that is.
  </Lead>
);
