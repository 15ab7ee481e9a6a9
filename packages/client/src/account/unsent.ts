/** What a sign-out asks about where no vault is open: changes that wait on this device for the server. */
import { isAnythingKept } from "../vault/waiting/waiting-slot.ts";
import type { AccountContext } from "./context.ts";

/** Of the account that is signed in, locked or not. */
export const hasUnsent = ({ keys, sessions }: AccountContext): Promise<boolean> => isAnythingKept(keys, sessions.owner.accountId);
