import { describe, expect, it } from "vitest";
import { controlOf } from "./controls.ts";
import { bankTheme, letterTile, maskLast4, SECRET_BULLETS, siteHost, summaryOf } from "./display.ts";
import { blankDraft, DECRYPTION_FAILED } from "./item.ts";
import { KIND_NAMES, type KindName, kindOf } from "./kinds.ts";

const summary = (kind: KindName, fields: Record<string, string>) =>
  summaryOf({ kind, fields: { ...blankDraft(kind).fields, ...fields }, state: "intact" });

describe("maskLast4", () => {
  it.each([
    ["4111 1111 1111 1234", "•••• 1234"],
    ["DE89370400440532013000", "•••• 3000"],
    ["12345", "•••• 2345"],
    ["1234", "••••"],
    ["1", "••••"],
    ["", ""],
    [DECRYPTION_FAILED, DECRYPTION_FAILED],
  ])("shows %s as %s", (value, shown) => expect(maskLast4(value)).toBe(shown));
  it("has the same number of bullets for any hidden value", () => expect(SECRET_BULLETS).toBe("••••••••"));
});

describe("summaryOf", () => {
  it("shows a login by its user name and site", () => {
    expect(summary("password", { title: "GitHub", username: "ann@example.com", website_url: "https://www.github.com/login" })).toBe(
      "ann@example.com · github.com",
    );
  });
  it("keeps a first and a last name together", () => {
    expect(summary("personal", { name: "Me", title: "Ms", first_name: "Ann", last_name: "Lee", email_address: "a@b.c" })).toBe(
      "Ann Lee · a@b.c",
    );
  });
  it("shows a card by holder, expiry and the last four digits", () => {
    expect(summary("card", { card_holder_name: "ANN LEE", expiration_date: "12/27", card_number: "4111111111111111" })).toBe(
      "ANN LEE · 12/27 · •••• 1111",
    );
  });
  it("shows a bank account by its bank and the last four characters", () => {
    expect(summary("bank", { bank_name: "First Bank", account_number: "00012345678" })).toBe("First Bank · •••• 5678");
  });
  it("shows nothing of the text of a note", () => expect(summary("note", { name: "N", notes: "alarm 4711" })).toBe(""));
  it("shows that nothing could be opened", () =>
    expect(summaryOf({ kind: "note", fields: {}, state: "tampered" })).toBe(DECRYPTION_FAILED));

  it.each(KIND_NAMES)("shows no secret of a %s, not even when it is short", (kind) => {
    const fields = Object.entries(kindOf(kind).fields);
    const line = summaryOf({ kind, fields: Object.fromEntries(fields.map(([name]) => [name, `<${name}>`])), state: "intact" });
    for (const [name, field] of fields) if (controlOf(field.control).secret) expect(line).not.toContain(`<${name}>`);
  });
});

describe("siteHost", () => {
  it.each([
    ["https://www.example.com/a?b", "example.com"],
    ["example.com:8443", "example.com"],
    ["http://nas.local:5001", "nas.local"],
    ["münchen.de", "münchen.de"],
    ["https://me@www.Bücher.example:8443/a", "bücher.example"],
    ["https://xn--mnchen-3ya.de", "xn--mnchen-3ya.de"],
    ["https://аpple.com", "xn--pple-43d.com"],
    ["www.com", "www.com"],
    ["javascript:alert(1)", ""],
    ["android://abc@com.app/", ""],
    ["", ""],
  ])("finds the host of %s", (url, host) => expect(siteHost(url)).toBe(host));
});

/** Relative luminance (WCAG 2.2) of a color with channels between 0 and 1. */
const luminance = (channels: readonly number[]) =>
  channels
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * ([0.2126, 0.7152, 0.0722][i] ?? 0), 0);
const onWhite = (channels: readonly number[]) => 1.05 / (luminance(channels) + 0.05);
const hsl = (h: number, s: number, l: number) =>
  [0, 8, 4].map((n) => l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(((n + h / 30) % 12) - 3, 9 - ((n + h / 30) % 12), 1)));

describe("letterTile", () => {
  it("is always the same for a host, and differs between hosts", () => {
    expect(letterTile("github.com")).toEqual(letterTile("GitHub.com"));
    expect(letterTile("github.com").hue).not.toBe(letterTile("gitlab.com").hue);
  });
  it("takes the letter of the name, or of the host", () => {
    expect(letterTile("example.com", "«émile»").letter).toBe("É");
    expect(letterTile("example.com", "🔑").letter).toBe("E");
    expect(letterTile("").letter).toBe("?");
  });
  it("carries white text on every hue", () => {
    expect(letterTile("a").color).toMatch(/^hsl\(\d+ 45% 32%\)$/);
    for (let hue = 0; hue < 360; hue++) expect(onWhite(hsl(hue, 0.45, 0.32))).toBeGreaterThanOrEqual(4.5);
  });
});

describe("bankTheme", () => {
  const banks = ["Chase", "BANK OF AMERICA", "Wells Fargo & Co", "Citibank", "HSBC UK", "Somewhere Savings"];
  it("knows five banks and has a default", () => {
    expect(new Set(banks.map((name) => bankTheme(name).background)).size).toBe(6);
    expect(bankTheme("")).toEqual(bankTheme("Felicitious Bank"));
  });
  it.each(banks)("is readable for %s", (name) => {
    const channels = [1, 3, 5].map((at) => Number.parseInt(bankTheme(name).background.slice(at, at + 2), 16) / 255);
    expect(onWhite(channels)).toBeGreaterThanOrEqual(4.5);
  });
});
