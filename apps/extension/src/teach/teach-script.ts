/** Injected into a page when a user wants to say what one of its fields is. */
import "../content/closed-shadow-roots.ts";
import { teach } from "./teach.ts";

if (window === top) teach();
