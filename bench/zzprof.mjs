import { chromium } from "playwright-core";
import { writeFileSync } from "node:fs";
import { BROWSER_ARGS, findBrowser } from "../tools/browser.mjs";
import { newAccount, startWorld } from "./world.mjs";
import { measureFirstList } from "./first-list.mjs";
import { measureWire } from "./wire.mjs";
const world = await startWorld();
try {
  const large = await newAccount(world, 10000);
  await measureWire(world, large);
  await measureFirstList(world, large);
  await measureFirstList(world, large);
  const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGS });
  await world.pool.query("delete from rate_limit");
  const context = await browser.newContext(); const page = await context.newPage();
  await page.addInitScript(() => {
    const seen = () => document.querySelector("li[data-position]") && !performance.getEntriesByName("list").length;
    new MutationObserver(() => seen() && performance.mark("list")).observe(document, { childList: true, subtree: true });
    addEventListener("click", () => performance.mark("press"), true);
  });
  await page.goto(`${world.origin}/login`);
  await page.getByLabel("Email").fill(large.email);
  await page.getByRole("textbox", { name: /Master password/i }).fill(large.password);
  await page.waitForTimeout(1500);
  const cdp = await context.newCDPSession(page);
  await cdp.send("Profiler.enable"); await cdp.send("Profiler.setSamplingInterval", { interval: 500 }); await cdp.send("Profiler.start");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForFunction(() => performance.getEntriesByName("list").length > 0, null, { polling: 20 });
  const { profile } = await cdp.send("Profiler.stop");
  const res = await page.evaluate(() => { const p = performance.getEntriesByName("press").at(-1).startTime; return { list: performance.getEntriesByName("list")[0].startTime - p, calls: performance.getEntriesByType("resource").filter(r => r.startTime > p).map(r => [r.name.replace(location.origin, "").slice(0, 60), Math.round(r.startTime - p), Math.round(r.responseStart - p), Math.round(r.responseEnd - p)]) }; });
  console.log(JSON.stringify(res, null, 0));
  writeFileSync("/tmp/s24/prof.cpuprofile", JSON.stringify(profile));
  const self = new Map(); const byId = new Map(profile.nodes.map(n => [n.id, n]));
  profile.samples.forEach((id, i) => { const n = byId.get(id); const k = `${n.callFrame.functionName || "(anon)"} ${n.callFrame.url.split("/").pop()}:${n.callFrame.lineNumber}:${n.callFrame.columnNumber}`; self.set(k, (self.get(k) ?? 0) + profile.timeDeltas[i]); });
  for (const [k, us] of [...self].sort((a, b) => b[1] - a[1]).slice(0, 40)) console.log((us / 1000).toFixed(0).padStart(6), k);
  await browser.close();
} finally { await world.stop(); }
