/** Emails in every language: all of them, with all that is put into them, and no English left. */
import { describe, expect, it } from "vitest";
import { EMAILS, type EmailName, type ValuesOf } from "./emails.ts";
import { dateInEmail, itemsInEmail, type MailLanguage, momentInEmail, operatorInEmail, PHRASES, vaultInEmail } from "./phrases.ts";
import { EMAILS_IN, renderEmail } from "./render-email.ts";
import type { Block, Words } from "./template.ts";

const NAMES = Object.keys(EMAILS) as EmailName[];
const LANGUAGES = Object.keys(EMAILS_IN) as MailLanguage[];
const TRANSLATED = LANGUAGES.filter((language) => language !== "en");
const EACH = TRANSLATED.flatMap((language) => NAMES.map((name) => [language, name] as const));
/** Texts that are the same in English: none. */
const SAME: readonly string[] = [];

/** Each value as a mark that occurs in no text. */
const marks = new Proxy({} as Record<string, string>, { get: (_, name) => `{${String(name)}}` });
const wordsOf = (language: MailLanguage, name: EmailName): Words => EMAILS_IN[language][name];
const blocksOf = (language: MailLanguage, name: EmailName): readonly Block[] => wordsOf(language, name).blocks(marks);
const textOf = (block: Block): string => (typeof block === "string" ? block : (Object.values(block)[0] ?? ""));
const marksIn = (blocks: readonly Block[]): string[] =>
  [...new Set(blocks.flatMap((block) => textOf(block).match(/\{\w+\}/g) ?? []))].sort();
/** Apart from paragraphs, which may be divided in another way: what stands on a line of its own, in its order. */
const linesOf = (blocks: readonly Block[]): unknown[] => blocks.filter((block) => typeof block !== "string");
const textsOf = (language: MailLanguage, name: EmailName): string[] => [
  wordsOf(language, name).subject,
  ...blocksOf(language, name).filter((block) => typeof block === "string"),
];

describe("an email in another language", () => {
  it.each(TRANSLATED)("is there for each in English, and there is no further one: %s", (language) => {
    expect(Object.keys(EMAILS_IN[language]).sort()).toEqual([...NAMES].sort());
  });

  it.each(EACH)("holds what is put into it, once it is rendered: %s %s", (language, name) => {
    const [own, english] = [blocksOf(language, name), blocksOf("en", name)];
    expect(marksIn(own)).toEqual(marksIn(english));
    expect(linesOf(own)).toEqual(linesOf(english));
    const { subject, text, html } = renderEmail(name, marks as ValuesOf<typeof name>, language);
    expect(subject).toMatch(/^[^\r\n{}]{10,80}$/);
    for (const mark of marksIn(english)) expect(text).toContain(mark);
    expect(text).not.toMatch(/undefined|null|\$\{/);
    // A stranger's words go as plain text in every language (decision S-06).
    expect(html === null).toBe(renderEmail(name, marks as ValuesOf<typeof name>).html === null);
    if (html !== null) expect(html).toContain(`<html lang="${language}">`);
  });

  it.each(EACH)("says nothing in English: %s %s", (language, name) => {
    const english = new Set(NAMES.flatMap((one) => textsOf("en", one)));
    expect(textsOf(language, name).filter((text) => english.has(text) && !SAME.includes(text))).toEqual([]);
    const own = textsOf(language, name)
      .join(" ")
      .replaceAll(/npm run drill|\{\w+\}/g, "");
    expect(own.match(/\b(?:the|you|your|this|with|and|account|device|vault|password|recovery|email)\b/gi) ?? []).toEqual([]);
  });

  it("that an earlier version has queued says how long a code is valid, and what to do about a second factor", () => {
    const [code, mfa] = [{ code: "123456" } as ValuesOf<"recoveryCode">, {} as ValuesOf<"mfaOn">];
    expect(renderEmail("recoveryCode", code, "de").text).toContain("10 Minuten");
    expect(renderEmail("recoveryCode", code, "es").text).toContain("10 minutos");
    expect(renderEmail("mfaOn", mfa, "de").text).toContain("ändern Sie Ihr Masterpasswort");
    expect(renderEmail("mfaOn", mfa, "es").text).toContain("cambia tu contraseña maestra");
  });

  it.each([undefined, "en", "ar", "fr", "constructor", ""])("is English for who reads none of them: %s", (language) => {
    expect(renderEmail("mfaOff", {}, language)).toEqual(renderEmail("mfaOff", {}, "en"));
    expect(renderEmail("mfaOff", {}, language).html).toContain('<html lang="en">');
  });
});

describe("what is put into an email", () => {
  const at = Date.UTC(2025, 2, 10, 14, 5);
  const on = (device: string) => ({ device }) as Parameters<typeof momentInEmail>[0];

  it("is a date as each language writes it", () => {
    const dates = LANGUAGES.map((language) => dateInEmail(at, language));
    expect(dates).toEqual(["Mar 10, 2025", "10.03.2025", "10 mar 2025"]);
  });

  it("is a device and a time", () => {
    const firefox = on("Firefox on Linux");
    expect(momentInEmail(firefox, at, "en").at.replaceAll(/\s/g, " ")).toBe("Mar 10, 2025, 2:05 PM UTC");
    expect(momentInEmail(firefox, at, "en").device).toBe("Firefox on Linux");
    expect(momentInEmail(firefox, at, "de")).toEqual({ device: "Firefox unter Linux", at: "10.03.2025, 14:05 UTC" });
    expect(momentInEmail(firefox, at, "es")).toEqual({ device: "Firefox en Linux", at: "10 mar 2025, 14:05 UTC" });
    expect(momentInEmail(on("Unknown browser on Windows"), at, "de").device).toBe("Unbekannter Browser unter Windows");
    expect(momentInEmail(on("Unknown browser"), at, "es").device).toBe("Navegador desconocido");
    expect(momentInEmail(on("Samsung Internet on Android"), at, "en").device).toBe("Samsung Internet on Android");
  });

  it("is a number of things, and who invites where no one with an account does", () => {
    const said = LANGUAGES.map((one) => [vaultInEmail(one), itemsInEmail(1, one), itemsInEmail(2, one), operatorInEmail(one)].join(", "));
    expect(said).toEqual([
      "a vault, an item, 2 items, the operator of the server",
      "einen Tresor, einen Eintrag, 2 Einträge, der Betreiber des Servers",
      "una bóveda, un elemento, 2 elementos, el operador del servidor",
    ]);
    expect(Object.keys(PHRASES)).toEqual(LANGUAGES);
  });
});
