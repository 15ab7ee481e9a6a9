/** From a row of EMAILS to the text and the HTML that are sent. */
import { PRODUCT_NAME } from "@coffer/core/constants";
import { GERMAN_EMAILS } from "./de/emails.ts";
import { EMAILS, type EmailName, type ValuesOf } from "./emails.ts";
import { SPANISH_EMAILS } from "./es/emails.ts";
import { addressInEmail, type MailLanguage, mailLanguage } from "./phrases.ts";
import type { Block, Template, Translated, Words } from "./template.ts";

export const EMAILS_IN: Readonly<Record<MailLanguage, Translated<typeof EMAILS>>> = { en: EMAILS, de: GERMAN_EMAILS, es: SPANISH_EMAILS };

export interface Rendered {
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
}

const plain = (block: Block): string => {
  if (typeof block === "string") return block;
  if ("code" in block) return `    ${block.code}`;
  if ("link" in block) return `    ${block.link}`;
  return block.quote.replace(/^/gm, "> ");
};

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

const html = (block: Block): string => {
  if (typeof block === "string") return `<p>${escapeHtml(block)}</p>`;
  if ("code" in block) return `<p style="font:700 28px monospace;letter-spacing:6px">${escapeHtml(block.code)}</p>`;
  if ("link" in block) return `<p><a href="${escapeHtml(block.link)}">${escapeHtml(block.link)}</a></p>`;
  return `<blockquote style="white-space:pre-wrap">${escapeHtml(block.quote)}</blockquote>`;
};

/** The values that are addresses of people. */
const ADDRESSES = ["by", "email"];

/** The rest is looked up in `values` as before, and each address once it is asked for. */
const withPlainAddresses = (values: Readonly<Record<string, string>>, language: MailLanguage): Readonly<Record<string, string>> =>
  new Proxy(values, {
    get: (all, name: string) => (ADDRESSES.includes(name) && all[name] !== undefined ? addressInEmail(all[name], language) : all[name]),
  });

/** @param language - the reader's; none in an email that an earlier version has queued */
export function renderEmail<Name extends EmailName>(name: Name, values: ValuesOf<Name>, language?: string): Rendered {
  const { isPlain }: Template = EMAILS[name];
  const lang = mailLanguage(language);
  const words: Words = EMAILS_IN[lang][name];
  const blocks = [...words.blocks(withPlainAddresses(values, lang)), PRODUCT_NAME];
  const page = `<!doctype html><html lang="${lang}"><body style="font:16px sans-serif;max-width:36em">${blocks.map(html).join("")}</body></html>`;
  return { subject: words.subject, text: `${blocks.map(plain).join("\n\n")}\n`, html: isPlain ? null : page };
}
