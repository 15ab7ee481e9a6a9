/** `npm run firefox`: the built extension in a real Firefox, which is installed if there is none. */
import { join } from "node:path";
import { findBrowser, findFirefox, installBrowser, installFirefox } from "../../tools/browser.mjs";
import { ROOT, run } from "../../tools/ensure.mjs";

if (!findFirefox()) installFirefox();
if (!findBrowser()) installBrowser(); // the account is made in it
run(join(ROOT, "node_modules/.bin/playwright"), ["test", "--config", "tests/firefox/playwright.config.ts"]);
