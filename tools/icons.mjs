/**
 * Draws the pictures that a browser or a phone wants of the product in sizes of its own, from favicon.svg and the built landing page. Run by hand after one of them
 * has changed (`npm run build && node tools/icons.mjs`); what it draws is committed, so that no build needs a browser.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { BROWSER_ARGS, findBrowser } from "./browser.mjs";
import { ROOT } from "./ensure.mjs";

const PUBLIC = join(ROOT, "apps/web/public");
const SITE = join(ROOT, "apps/web/dist/site");
const TYPES = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml", woff2: "font/woff2" };
const MARK = readFileSync(join(PUBLIC, "favicon.svg"), "utf8");
/** To the edge: browsers cut the corners themselves. What matters is in the middle four fifths. */
const FULL = MARK.replace(' rx="8.5"', "");

const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGS });

/** @returns a PNG of a square picture. @param size - its side in pixels */
async function pngOf(svg, size) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return png;
}

/** An .ico that holds PNGs: a header, one entry of 16 bytes each, and the pictures. */
function icoOf(pictures) {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let at = head.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const entry = 6 + 16 * index;
    head.writeUInt8(size, entry);
    head.writeUInt8(size, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(at, entry + 12);
    at += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

/** The picture that goes with a link to the product: the first page as it is. */
async function linkPicture() {
  const server = createServer((request, response) => {
    const path = request.url === "/" ? "/index.html" : request.url.split("?")[0];
    try {
      const body = readFileSync(join(SITE, path));
      response.setHeader("content-type", TYPES[path.split(".").at(-1)] ?? "application/octet-stream");
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await page.goto(`http://127.0.0.1:${server.address().port}/`, { waitUntil: "networkidle" });
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot();
  server.close();
  return png;
}

const icon = async (size) => ({ size, png: await pngOf(MARK, size) });
writeFileSync(join(PUBLIC, "favicon.ico"), icoOf([await icon(16), await icon(32), await icon(48)]));
writeFileSync(join(PUBLIC, "apple-touch-icon.png"), await pngOf(FULL, 180));
for (const size of [192, 512]) writeFileSync(join(PUBLIC, `icon-${size}.png`), await pngOf(FULL, size));
writeFileSync(join(PUBLIC, "og.png"), await linkPicture());
await browser.close();
