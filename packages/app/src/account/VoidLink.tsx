/** Below the message about an invalid link: why that may be, and whom to ask. The server tells no one whose an invalid link was. */
import { Lead } from "./AccountCard.tsx";

export const VoidLink = () => (
  <Lead>
    A link works once, for seven days, and only the newest one. If you have used it, sign in. Otherwise ask the person who invited you for a
    new one: the email with the link says who that is.
  </Lead>
);
