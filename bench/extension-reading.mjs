/** What reading costs in a page of hundreds of fields, and what our scripts cost in one without any. */
import { EVERY_PAGE } from "../apps/extension/manifest.mjs";
import { costOf, row } from "./page-cost.mjs";

const [RUNS, FIELDS] = [12, 300];
const LIMITS = { read: 8, idle: 1, hook: 0.5, bytes: EVERY_PAGE.most };

/** A page with hundreds of fields is read by the popup; and a page without any is opened. */
export async function readings({ context, worker }, site) {
  const page = await context.newPage();
  const [read, idle, hook] = [[], [], []];
  for (let run = 0; run < RUNS; run++) {
    await page.goto(`${site.address}many`);
    const tabId = await worker.evaluate(async (url) => (await chrome.tabs.query({ url: `${url}*` }))[0].id, `${site.address}many`);
    // The script comes first: what is measured is the reading.
    await worker.evaluate((id) => globalThis.framesOf(id), tabId);
    read.push((await costOf(context, page, () => worker.evaluate((id) => globalThis.framesOf(id), tabId))).longest);
    idle.push((await costOf(context, page, () => page.goto(`${site.address}none`))).sum);
  }
  for (let run = 0; run < RUNS; run++) hook.push((await costOf(context, page, () => page.goto(`${site.address}none`), "/hook.js")).sum);
  await page.close();
  const bytes = await worker.evaluate(async () => {
    const files = (await chrome.scripting.getRegisteredContentScripts())
      .filter(({ matches }) => matches.includes("https://*/*"))
      .flatMap(({ js }) => js);
    const texts = await Promise.all(files.map(async (file) => (await fetch(chrome.runtime.getURL(file))).text()));
    return texts.join("").length;
  });
  return [
    row(`a page of ${FIELDS} fields is read`, read, "ms", LIMITS.read),
    row("a page without fields: all our scripts", idle, "ms", LIMITS.idle),
    row("a page without fields: the script in front of the browser's passkeys", hook, "ms", LIMITS.hook),
    row("a page without fields: size of our scripts, not compressed", [bytes], "bytes", LIMITS.bytes),
  ];
}

const LABELS =
  "First name|Last name|Email address|Phone number|Company|Street address|City|State|Postal code|Country|Date of birth|Website|Job title|Department|Order number|Quantity|Price|Comment|Reference|Due date|Tax number|Colour|Size|Weight|Project|Start date|End date|Manager|Password|Notes".split(
    "|",
  );

/** Forms of thirty fields, each with a label, names and a hint. */
export const manyFields = () =>
  `<!doctype html><title>Many</title>${Array.from({ length: FIELDS }, (_, at) => {
    const label = LABELS[at % LABELS.length];
    const name = `row[${Math.floor(at / LABELS.length)}][${label.toLowerCase().replaceAll(" ", "_")}]`;
    const field = `<div class="row"><label for="f${at}"><span>${label}</span></label><div><input id="f${at}" name="${name}" type="${label === "Password" ? "password" : "text"}"><span>Please enter ${label}</span></div></div>`;
    const isFirst = at % LABELS.length === 0;
    return isFirst ? `</form><form action="/save"><h2>Part ${at}</h2>${field}<button>Save</button>` : field;
  }).join("")}`;

export const NO_FIELDS = `<!doctype html><title>News</title>${"<p>Words.</p>".repeat(500)}`;
