import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CodeSettings, checkCode, formatCode, otpauthFromText, parseCode } from "./totp.ts";
import { codeAt } from "./totp-code.ts";

const KEY = "JBSWY3DPEHPK3PXP";
const usual: CodeSettings = { secret: KEY, issuer: "", label: "", algorithm: "SHA1", digits: 6, period: 30, alphabet: "digits" };

/** The seeds of RFC 6238 appendix B: the ASCII digits repeated to the length of the hash. */
const RFC_SEEDS = {
  SHA1: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
  SHA256: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA",
  SHA512: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNA",
} as const;
const RFC_VECTORS = [
  [59, "94287082", "46119246", "90693936"],
  [1111111109, "07081804", "68084774", "25091201"],
  [1111111111, "14050471", "67062674", "99943326"],
  [1234567890, "89005924", "91819424", "93441116"],
  [2000000000, "69279037", "90698825", "38618901"],
  [20000000000, "65353130", "77737706", "47863826"],
] as const;

/** Made with oathtool 2.6.7, random keys: base32 key, algorithm, digits, period in seconds, time in seconds, code. */
const OATHTOOL_VECTORS = [
  ["JXFBQJJQXMOW2EZM33LCG6ZO3EPD64Q7", "SHA1", 6, 120, 20000000000, "242820"],
  ["OELUJFGWJE6J2XBU", "SHA256", 6, 120, 1111111109, "688527"],
  ["GEQB42P63KQO52FZTF7VY7BJTH627ZMT", "SHA512", 6, 120, 59, "345026"],
  [
    "2ZKK6TP224KCPIFOWP7OSIZPRLZCCH464SI4LMIL5S2VMO74DZXZGQT6ZPEP4KKV4XGY4RW4R3KLPQTWJUVFUTLWO4DPQXMGSABEVVQ",
    "SHA1",
    7,
    120,
    1396483003,
    "3251810",
  ],
  [
    "UNABX2OIZPGMSNPWZUPWCITK4FJTRLQ2GQAE2M52BUSGVQCMQGY3V4R6HP4655PXT4VUSNFPQ72VEC3JXFFQ3GBOQW5VLNTSVBZGG6Q",
    "SHA256",
    7,
    90,
    1111111109,
    "8865662",
  ],
  ["7S3A4DUP6GCGHMHEWK5CS4BUOQ", "SHA512", 7, 90, 1763735880, "1793844"],
  ["64APLMBLHXDGN5C332VCZSXNZU", "SHA1", 8, 45, 1111111109, "99772670"],
  ["IEHE33SK6KZU6QYKA42EPXTDNQ", "SHA256", 8, 15, 1111111109, "60692593"],
  ["POTIJVSDD626VV2CJUE6CXICJRMER4R5", "SHA512", 8, 120, 1763735880, "05927398"],
  ["643B273BRUKTFZYOEDRKM", "SHA1", 6, 120, 1542833537, "311890"],
  [
    "M2G6P5D6QRT6KRWVH3EOFIJFPPNSK3E3HZH3WSMBI3XXAMGL7FJXEUW4Z2W5OZFWUMX3WCNN5LQQTRFJS4QDS5JVFODYWFC4RJBNRBA",
    "SHA256",
    6,
    90,
    1160382615,
    "672287",
  ],
  [
    "7WTS3DQ5LXMSLCIIFWCSU4JCQ47OQBNN2WEUEFT2HBJIMGK4M6PZY2MU4RNYVMIJQAJAOCLB6N66INW57XEZ23TVV5SUPT5RDNBAOJA",
    "SHA512",
    6,
    45,
    1763735880,
    "374859",
  ],
  ["KMOCXQ4QPSLBP226KCE6IAMGXKUKK7IRTZX3MXIAVPBSV44OMZ7Q", "SHA1", 7, 120, 59, "7154282"],
  ["Q4WUTTAVZEFZTG3X", "SHA256", 7, 15, 1628765263, "1454288"],
  ["Y6TP2TERJILNWRYIOUVQ6FKEXA", "SHA512", 7, 15, 20000000000, "0976929"],
  [
    "DEEX36UHAHUSGLZB6KASNB3YNF3OX7GDE72ZGF3FE5F2TAU3IQDPMH7YREZG76UUSLW653R4M2PSX4QISTVCPZUJYZVWWJROJCDLQQY",
    "SHA1",
    8,
    120,
    1880701311,
    "59000476",
  ],
  ["HG5HN7XYZEGFCAP343HZUSGVWDAKCPNJ", "SHA256", 8, 15, 1763735880, "93689711"],
  ["HVSANFEBXYQ4TRZHXDNYYGEPGQNJETD7RDP2CYN73MHMY2BJDHJA", "SHA512", 8, 90, 1111111109, "62755948"],
  ["SL4BSQKX6HKK7EEYQKC46", "SHA1", 6, 45, 1763735880, "806950"],
  ["ZE6VKURGNL7HBZ5K43NEOYT4FZM26LVDPK6IIZYK2PCNG26ARKWQ", "SHA256", 6, 15, 1763735880, "664067"],
] as const;

describe("codeAt", () => {
  it.each(RFC_VECTORS)("agrees with RFC 6238 at %d s", (seconds, sha1, sha256, sha512) => {
    for (const [algorithm, code] of Object.entries({ SHA1: sha1, SHA256: sha256, SHA512: sha512 }) as [keyof typeof RFC_SEEDS, string][])
      expect(codeAt({ ...usual, secret: RFC_SEEDS[algorithm], algorithm, digits: 8 }, seconds * 1000).code).toBe(code);
  });

  it.each(OATHTOOL_VECTORS)("agrees with oathtool: %s %s, %d digits, %d s, at %d", (secret, algorithm, digits, period, seconds, code) => {
    const address = `otpauth://totp/x?secret=${secret}&algorithm=${algorithm}&digits=${digits}&period=${period}`;
    const settings = parseCode(address);
    expect(settings && codeAt(settings, seconds * 1000).code).toBe(code);
  });

  it("reports how long a code is valid and the next code", () => {
    expect(codeAt(usual, 59_999)).toMatchObject({ secondsLeft: 1, period: 30 });
    expect(codeAt(usual, 60_000).secondsLeft).toBe(30);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: 15, max: 120 }), (now, period) => {
        const { next, secondsLeft } = codeAt({ ...usual, period }, now);
        expect(secondsLeft >= 1 && secondsLeft <= period).toBe(true);
        expect(codeAt({ ...usual, period }, now + secondsLeft * 1000).code).toBe(next);
      }),
    );
  });

  it("truncates a code from the front", () => {
    const whole = codeAt({ ...usual, digits: 8 }, 1e12).code;
    for (const digits of [5, 6, 7]) expect(codeAt({ ...usual, digits }, 1e12).code).toBe(whole.slice(-digits));
  });

  it("formats Steam codes as five of its letters", () => {
    const settings = parseCode(`steam://${KEY}`);
    expect(settings).toMatchObject({ issuer: "Steam", digits: 5, alphabet: "steam" });
    let rest = 1_094_287_082; // the whole number of RFC 6238 at 59 s
    let letters = "";
    for (let at = 0; at < 5; at++, rest = Math.floor(rest / 26)) letters += "23456789BCDFGHJKMNPQRTVWXY"[rest % 26];
    expect(codeAt({ ...usual, secret: RFC_SEEDS.SHA1, digits: 5, alphabet: "steam" }, 59_000).code).toBe(letters);
  });
});

describe("parseCode", () => {
  it.each([
    "JBSWY3DPEHPK3PXP",
    "jbsw y3dp ehpk 3pxp",
    " JBSW-Y3DP-EHPK-3PXP== ",
    `otpauth://totp/?secret=${KEY}`,
    `OTPAUTH://TOTP?secret=${KEY}`,
  ])("reads %s with default settings", (typed) => expect(parseCode(typed)).toEqual(usual));

  it("reads an address with all parameters", () => {
    expect(
      parseCode(
        `otpauth://totp/ACME%20Co:ann@example.com?secret=${KEY.toLowerCase()}&issuer=ACME%20Co&algorithm=SHA-512&digits=8&period=60#x`,
      ),
    ).toEqual({ ...usual, issuer: "ACME Co", label: "ann@example.com", algorithm: "SHA512", digits: 8, period: 60 });
  });

  it.each([
    ["GitHub:ann", "", "GitHub", "ann"],
    ["GitHub%3Aann", "", "GitHub", "ann"],
    ["GitHub: ann", "&issuer=Hub", "Hub", "ann"],
    ["ann", "", "", "ann"],
    ["100%:ann", "", "100%", "ann"],
    ["a:b:c", "", "a", "b:c"],
  ])("finds issuer and account in %s%s", (path, query, issuer, label) =>
    expect(parseCode(`otpauth://totp/${path}?secret=${KEY}${query}`)).toMatchObject({ issuer, label }),
  );

  it.each([
    ["123456", "A setup key has only the letters A to Z and the digits 2 to 7"],
    ["JBSWY3DPEHPK3PX1", "A setup key has only the letters A to Z and the digits 2 to 7"],
    ["234567", "This setup key is too short"],
    ["https://example.com", "Please enter a setup key or an address that begins with otpauth://totp/"],
    [`otpauth://hotp/x?secret=${KEY}&counter=1`, "Codes that count instead of following the clock are not supported"],
    [`otpauth://yaotp/x?secret=${KEY}`, "Please enter a setup key or an address that begins with otpauth://totp/"],
    ["otpauth://totp/x", "This address has no setup key"],
    ["otpauth://totp/x?secret=", "This address has no setup key"],
    ["otpauth://totp/x?secret=0", "A setup key has only the letters A to Z and the digits 2 to 7"],
    [`otpauth://totp/x?secret=${KEY}&algorithm=MD5`, "The algorithm must be SHA1, SHA256 or SHA512"],
    [`otpauth://totp/x?secret=${KEY}&digits=4`, "A code must have 5 to 8 digits"],
    [`otpauth://totp/x?secret=${KEY}&digits=9`, "A code must have 5 to 8 digits"],
    [`otpauth://totp/x?secret=${KEY}&digits=6.5`, "A code must have 5 to 8 digits"],
    [`otpauth://totp/x?secret=${KEY}&period=14`, "A code must last 15 to 120 seconds"],
    [`otpauth://totp/x?secret=${KEY}&period=121`, "A code must last 15 to 120 seconds"],
  ])("refuses %s", (typed, message) => {
    expect(parseCode(typed)).toBeNull();
    expect(checkCode(typed)).toBe(message);
  });

  it.each([KEY.slice(1), `otpauth://totp/x?secret=${KEY.slice(1)}`, "otpauth://totp/x?secret=JBSWY", "steam://JBSWY3DP"])(
    "refuses %s when typed, but still generates its codes: fewer than 80 bits (T13)",
    (typed) => {
      expect(checkCode(typed)).toMatch(/fewer than 80 bits/);
      expect(parseCode(typed)).not.toBeNull();
      expect(checkCode(KEY)).toBeNull();
    },
  );

  it("accepts an empty text, which is not a code", () => {
    expect(checkCode("  ")).toBeNull();
    expect(parseCode("  ")).toBeNull();
  });

  it("handles any text: returns settings that generate a code, or a message", () => {
    const bits = fc.constantFrom("otpauth://totp/", "?", "secret=", KEY, "&digits=", "7", "&period=", "%", "é", " ", "steam://", ":");
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(bits).map((parts) => parts.join("")),
        ),
        (text) => {
          const settings = parseCode(text);
          if (settings) expect(codeAt(settings, 1e12).code).toHaveLength(settings.digits);
          else expect(checkCode(text) !== null || !text.trim()).toBe(true);
        },
      ),
    );
  });
});

describe("formatCode", () => {
  it.each([
    ["12345", "12345"],
    ["123456", "123 456"],
    ["1234567", "123 4567"],
    ["12345678", "1234 5678"],
  ])("writes %s as %s", (code, shown) => expect(formatCode(code)).toBe(shown));
});

describe("otpauthFromText", () => {
  const address = `otpauth://totp/ACME:ann?secret=${KEY}`;
  it.each([
    [address, address],
    [`  ${address}\n`, address],
    [`Scan this: "${address}" now`, address],
    [`otpauth://totp/My Bank:ann b?secret=${KEY}`, `otpauth://totp/My Bank:ann b?secret=${KEY}`],
    ["https://example.com", null],
    ["otpauth://totp/x", null],
    [KEY, null],
    ["", null],
  ])("finds in %j %j", (text, found) => expect(otpauthFromText(text)).toBe(found));
});
