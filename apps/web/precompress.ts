/** Writes a brotli and a gzip copy next to every built file that gets smaller by it: the server sends these as they are, and never compresses a file twice. */
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];
/** The last level takes two and a half times as long as the one before it, for 2% of a file. All languages are built again with each change: the first one gets it. */
const LEVELS = { smallest: constants.BROTLI_MAX_QUALITY, small: constants.BROTLI_MAX_QUALITY - 1 };
const TEXT = /\.(?:html|js|css|svg|json|txt|wasm)$/;

async function compress(path: string, level: keyof typeof LEVELS): Promise<void> {
  // Another language has the same file.
  if (existsSync(`${path}.br`)) return;
  const plain = await readFile(path);
  const copies = {
    br: await toBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: LEVELS[level] } }),
    gz: await toGzip(plain, { level: constants.Z_BEST_COMPRESSION }),
  };
  for (const [ending, copy] of Object.entries(copies)) if (copy.length < plain.length) await writeFile(`${path}.${ending}`, copy);
}

/** @param isFirst - nothing is there but what this build has written. */
export function precompress(isFirst: boolean): Plugin {
  const level = isFirst ? "smallest" : "small";
  let outDir = "";
  return {
    name: "coffer-precompress",
    apply: "build",
    configResolved: ({ root, build }) => {
      outDir = join(root, build.outDir);
    },
    async closeBundle() {
      const files = await readdir(outDir, { recursive: true });
      await Promise.all(
        files.filter((name) => TEXT.test(name) && !name.startsWith(".")).map((name) => compress(join(outDir, name), level)),
      );
    },
  };
}
