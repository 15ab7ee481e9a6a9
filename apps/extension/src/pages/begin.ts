/** Starts what is drawn over a site, in its page or in a window of its own, in the person's language. */
import { ownLanguage, startIn } from "./own-language.ts";

const STARTED: Readonly<Record<string, () => Promise<unknown>>> = {
  save: () => import("./save.tsx"),
  menu: () => import("./menu.ts"),
  auth: () => import("./auth.tsx"),
  passkey: () => import("./passkey.tsx"),
};

const [, name = ""] = /^\/(\w+)\.html$/.exec(location.pathname) ?? [];
const ofSources = STARTED[name];
if (ofSources !== undefined) void ownLanguage().then((language) => startIn(language, { name, ofSources }));
