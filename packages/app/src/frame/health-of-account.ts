/** What Health shows of the account, next to what it found in the vault: the vault does not know the account. The shell provides it. */
import { createContext, type ReactNode } from "react";

export const OfAccountInHealthContext = createContext<ReactNode>(null);
