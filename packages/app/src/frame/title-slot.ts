/** Where the heading of a page is: in the header on a phone, at the head of the page elsewhere (then null). The shell provides it. */
import { createContext } from "react";

export const TitleSlotContext = createContext<HTMLElement | null>(null);
