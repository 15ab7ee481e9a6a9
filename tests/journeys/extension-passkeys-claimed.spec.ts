/** The extension's own id as the site of a passkey: browsers refuse it to every page and to every other extension, whatever that may read. A passkey of the extension's own could rest on this. */
import { createHash } from "node:crypto";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { openBrowser } from "../gym/browser.mjs";
import { otherDevice, useSignInSite } from "./passkey-world.ts";

const shop = useSignInSite();
let browser: Awaited<ReturnType<typeof openBrowser>>;
let folder: string;
let theirs: Page;
/** Ids of extensions. */
let [ours, other] = ["", ""];

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "coffer-claiming-")));
  const manifest = {
    manifest_version: 3,
    name: "Claiming",
    version: "1",
    permissions: ["scripting", "tabs"],
    host_permissions: ["<all_urls>"],
  };
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "page.html"), "<!doctype html><title>Claiming</title>");
  browser = await openBrowser({ others: [folder] });
  ours = new URL(browser.worker.url()).host;
  other = [...createHash("sha256").update(folder).digest("hex").slice(0, 32)]
    .map((digit) => "abcdefghijklmnop"[Number.parseInt(digit, 16)])
    .join("");
  theirs = await browser.context.newPage();
  await theirs.goto(`chrome-extension://${other}/page.html`);
});

test.afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

/** What comes of asking for a passkey of that site, old or new, with the input that our vaults would use. */
const claims = (page: Page, rpId: string): Promise<string[]> =>
  page.evaluate(async (id) => {
    const named = (asked: Promise<unknown>): Promise<string> =>
      asked.then(
        () => "answered",
        (error: Error) => error.name,
      );
    const challenge = new Uint8Array(16);
    const extensions = { prf: { eval: { first: new TextEncoder().encode("cf1/passkey/prf") } } };
    const user = { id: new Uint8Array([7]), name: "ann", displayName: "Ann" };
    const pubKeyCredParams = [{ type: "public-key" as const, alg: -7 }];
    const selected = { authenticatorSelection: { residentKey: "required" as const, userVerification: "required" as const } };
    return [
      await named(
        navigator.credentials.create({ publicKey: { challenge, rp: { id, name: "x" }, user, pubKeyCredParams, ...selected, extensions } }),
      ),
      await named(navigator.credentials.get({ publicKey: { challenge, rpId: id, userVerification: "required", extensions } })),
    ];
  }, rpId);

const REFUSED = ["SecurityError", "SecurityError"];

test("it has a passkey of its own site when it asks for itself", async () => {
  const own = await browser.context.newPage();
  await own.goto(`chrome-extension://${ours}/favicon.svg`);
  const device = await otherDevice(own, ours);
  expect(await claims(own, ours)).toEqual(["answered", "answered"]);
  await device.cdp.detach();
  await own.close();
});

test("another extension that may read every site is refused it, and has only its own", async () => {
  const device = await otherDevice(theirs, other);
  expect(await claims(theirs, other)).toEqual(["answered", "answered"]);
  for (const rpId of [ours, `chrome-extension://${ours}`, `chrome-extension://${ours}/`])
    expect([rpId, await claims(theirs, rpId)]).toEqual([rpId, REFUSED]);
  await device.cdp.detach();
});

test("every page is refused it", async () => {
  for (const address of [shop.origin, shop.address]) {
    const page = await browser.context.newPage();
    await page.goto(address);
    const device = await otherDevice(page, "localhost");
    for (const rpId of [ours, `chrome-extension://${ours}`])
      expect([address, rpId, await claims(page, rpId)]).toEqual([address, rpId, REFUSED]);
    await device.cdp.detach();
    await page.close();
  }
});
