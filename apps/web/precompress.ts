/** Writes a brotli and a gzip copy next to every built file that gets smaller by it: the server sends these as they are, and never compresses a file twice. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];
const SMALLEST = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
const TEXT = /\.(?:html|js|css|svg|json|txt|wasm)$/;

async function compress(path: string): Promise<void> {
  const plain = await readFile(path);
  const copies = { br: await toBrotli(plain, SMALLEST), gz: await toGzip(plain, { level: constants.Z_BEST_COMPRESSION }) };
  for (const [ending, copy] of Object.entries(copies)) if (copy.length < plain.length) await writeFile(`${path}.${ending}`, copy);
}

export function precompress(): Plugin {
  let outDir = "";
  return {
    name: "coffer-precompress",
    apply: "build",
    configResolved: ({ root, build }) => {
      outDir = join(root, build.outDir);
    },
    async closeBundle() {
      const files = await readdir(outDir, { recursive: true });
      await Promise.all(files.filter((name) => TEXT.test(name) && !name.startsWith(".")).map((name) => compress(join(outDir, name))));
    },
  };
}
