/** Whether this window stays open next to a web page, as the extension's side panel does: then a value can be dragged onto a field of that page. */
import { createContext } from "react";

export const NextToPageContext = createContext(false);
