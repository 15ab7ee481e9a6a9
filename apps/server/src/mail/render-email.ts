/** From a row of EMAILS to the text and the HTML that are sent. */
import { PRODUCT_NAME } from "@coffer/core/constants";
import { EMAILS, type EmailName, type ValuesOf } from "./emails.ts";
import type { Block, Template } from "./template.ts";

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

export function renderEmail<Name extends EmailName>(name: Name, values: ValuesOf<Name>): Rendered {
  const row: Template = EMAILS[name];
  const blocks = [...row.blocks(values), PRODUCT_NAME];
  const page = `<!doctype html><html lang="en"><body style="font:16px sans-serif;max-width:36em">${blocks.map(html).join("")}</body></html>`;
  return { subject: row.subject, text: `${blocks.map(plain).join("\n\n")}\n`, html: row.isPlain ? null : page };
}
