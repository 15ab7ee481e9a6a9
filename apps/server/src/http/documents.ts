/** The page of the web app, one document for each language that it is built in. They are small, so they stay in memory, compressed once; each path of the app's router is one of them. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { languageCookie } from "@coffer/core/device/language-cookie";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "@coffer/core/device/languages";
import type { FastifyReply, FastifyRequest } from "fastify";
import { chosenLanguage, languageOf } from "./language.ts";

/** As the build names them (apps/web/words.ts). */
const nameOf = (language: Language): string => (language === DEFAULT_LANGUAGE ? "index.html" : `index.${language}.html`);

/** By their names in HTTP, the best one first: the ending of the build's copy, and what makes one. */
const CODINGS = { br: [".br", brotliCompressSync], gzip: [".gz", gzipSync] } as const;
type Coding = keyof typeof CODINGS;
const NAMES = Object.keys(CODINGS) as Coding[];

interface Document {
  readonly language: Language;
  /** Of its contents: two languages never share one, as sizes and times of files may. */
  readonly etag: string;
  readonly as: (coding: Coding | "identity") => Buffer;
}

/** @param publicUrl - the page then differs from what is built, and so do its copies */
function readDocument(webDir: string, language: Language, publicUrl: string | null): Document {
  const path = join(webDir, nameOf(language));
  const built = readFileSync(path, "utf8");
  const page = Buffer.from(publicUrl === null ? built : built.replace('content="/og.png"', `content="${publicUrl}/og.png"`));
  const copies = new Map<Coding | "identity", Buffer>([["identity", page]]);
  const copy = (coding: Coding): Buffer => {
    const [ending, compress] = CODINGS[coding];
    return publicUrl === null && existsSync(path + ending) ? readFileSync(path + ending) : compress(page);
  };
  return {
    language,
    etag: `W/"${createHash("sha256").update(page).digest("base64url").slice(0, 22)}"`,
    as(coding) {
      const kept = copies.get(coding) ?? copy(coding as Coding);
      copies.set(coding, kept);
      return kept;
    },
  };
}

/** @returns what sends the page in the language that the browser asks for; one that is not built is as if it were not spoken. */
export function documentSender(webDir: string, publicUrl: string | null): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const standard = readDocument(webDir, DEFAULT_LANGUAGE, publicUrl);
  const others = LANGUAGES.filter(({ code }) => code !== DEFAULT_LANGUAGE && existsSync(join(webDir, nameOf(code))));
  const documents = new Map<Language, Document>(others.map(({ code }) => [code, readDocument(webDir, code, publicUrl)]));
  return ({ headers, protocol }, reply) => {
    const chosen = chosenLanguage(headers);
    // A year from the last page on: Safari forgets after a week what a script has written.
    if (chosen !== null)
      reply.header("set-cookie", languageCookie(chosen, protocol === "https" || publicUrl?.startsWith("https:") === true));
    const { language, etag, as } = documents.get(languageOf(headers)) ?? standard;
    // It is asked for again each time. What is kept on the way belongs to who asked in the same way.
    reply.headers({ "cache-control": "no-cache", etag, "content-language": language, vary: "accept-encoding, accept-language, cookie" });
    if (headers["if-none-match"]?.includes(etag)) return reply.status(304).send();
    reply.type("text/html; charset=utf-8");
    const accepted = headers["accept-encoding"] ?? "";
    const coding = NAMES.find((name) => new RegExp(`\\b${name}\\b`).test(String(accepted)));
    return coding === undefined ? reply.send(as("identity")) : reply.header("content-encoding", coding).send(as(coding));
  };
}
