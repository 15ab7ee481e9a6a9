import { expect, it } from "vitest";
import { rpIdFor } from "./rp-id.ts";

type Row = readonly [origin: string, asked: string | undefined, rpId: string | null];

/** An absent RP ID is the whole host. */
const HOSTS: readonly Row[] = [
  ["https://example.com", undefined, "example.com"],
  ["https://www.example.com", undefined, "www.example.com"],
  ["https://a.b.c.d.example.com", undefined, "a.b.c.d.example.com"],
  ["https://example.co.uk", undefined, "example.co.uk"],
  ["https://ann.github.io", undefined, "ann.github.io"],
  ["https://xn--mnchen-3ya.de", undefined, "xn--mnchen-3ya.de"],
  ["https://my_shop.example.com", undefined, "my_shop.example.com"],
  ["https://a-b.example.com", undefined, "a-b.example.com"],
  ["https://1.example.com", undefined, "1.example.com"],
  ["https://123.example", undefined, "123.example"],
  ["https://nas.internal", undefined, "nas.internal"],
  ["https://printer.local", undefined, "printer.local"],
  ["https://example.test", undefined, "example.test"],
];

/** The host itself, or what follows one of its dots, as far as one owner's name. */
const SUFFIXES: readonly Row[] = [
  ["https://example.com", "example.com", "example.com"],
  ["https://www.example.com", "www.example.com", "www.example.com"],
  ["https://www.example.com", "example.com", "example.com"],
  ["https://a.b.example.com", "b.example.com", "b.example.com"],
  ["https://a.b.example.com", "example.com", "example.com"],
  ["https://login.example.co.uk", "example.co.uk", "example.co.uk"],
  ["https://login.example.com.au", "example.com.au", "example.com.au"],
  ["https://accounts.google.com", "google.com", "google.com"],
  ["https://x.ann.github.io", "ann.github.io", "ann.github.io"],
  ["https://a.shop.city.kawasaki.jp", "city.kawasaki.jp", "city.kawasaki.jp"],
  ["https://www.xn--mnchen-3ya.de", "xn--mnchen-3ya.de", "xn--mnchen-3ya.de"],
  ["https://a.my_shop.example.com", "my_shop.example.com", "my_shop.example.com"],
  ["https://files.nas.internal", "nas.internal", "nas.internal"],
];

/** Suffix compare without a dot (finding F5): each of these passes where only `endsWith` is asked. */
const BOUNDARIES: readonly Row[] = [
  ["https://evilexample.com", "example.com", null],
  ["https://evil-example.com", "example.com", null],
  ["https://evilfoo.example.com", "foo.example.com", null],
  ["https://xfoo.example.com", "oo.example.com", null],
  ["https://www.example.com", "ww.example.com", null],
  ["https://www.example.com", "xample.com", null],
  ["https://www.example.com", ".example.com", null],
  ["https://www.example.com", "..example.com", null],
  ["https://www.example.com", "w.example.com", null],
  ["https://notgoogle.com", "google.com", null],
  ["https://google.com.evil.example", "google.com", null],
  ["https://google.com-evil.example", "google.com", null],
  ["https://example.com.evil.test", "example.com", null],
  ["https://localhost.evil.example", "localhost", null],
  ["https://evillocalhost.example", "localhost", null],
  ["https://annx.github.io", "nnx.github.io", null],
  ["https://xn--mnchen-3ya.de", "mnchen-3ya.de", null],
];

/** A sibling, a child, another site. */
const OTHERS: readonly Row[] = [
  ["https://example.com", "www.example.com", null],
  ["https://a.example.com", "b.example.com", null],
  ["https://example.com", "example.org", null],
  ["https://example.com", "example.co", null],
  ["https://example.com", "example.comm", null],
  ["https://example.com", "example", null],
  ["https://www.example.com", "www", null],
  ["https://www.example.com", "www.example", null],
  ["https://ann.github.io", "bob.github.io", null],
  ["https://bob.github.io", "ann.github.io", null],
  ["https://a.co.uk", "b.co.uk", null],
  ["https://evil.example", "bank.example", null],
  ["https://example.com", "", null],
  ["https://example.com", " ", null],
  ["https://example.com", "null", null],
  ["https://example.com", "undefined", null],
  ["https://example.com", "*", null],
  ["https://www.example.com", "*.example.com", null],
];

/** Suffixes under which strangers have their sites, the private part of the list too. */
const PUBLIC_SUFFIXES: readonly Row[] = [
  ["https://example.com", "com", null],
  ["https://www.example.com", "com", null],
  ["https://example.org", "org", null],
  ["https://example.co.uk", "co.uk", null],
  ["https://example.co.uk", "uk", null],
  ["https://example.com.au", "com.au", null],
  ["https://shop.kawasaki.jp", "kawasaki.jp", null],
  ["https://ann.github.io", "github.io", null],
  ["https://ann.github.io", "io", null],
  ["https://github.io", undefined, null],
  ["https://github.io", "github.io", null],
  ["https://ann.gitlab.io", "gitlab.io", null],
  ["https://app.vercel.app", "vercel.app", null],
  ["https://app.netlify.app", "netlify.app", null],
  ["https://app.pages.dev", "pages.dev", null],
  ["https://app.workers.dev", "workers.dev", null],
  ["https://app.herokuapp.com", "herokuapp.com", null],
  ["https://app.web.app", "web.app", null],
  ["https://app.firebaseapp.com", "firebaseapp.com", null],
  ["https://blog.blogspot.com", "blogspot.com", null],
  ["https://app.azurewebsites.net", "azurewebsites.net", null],
  ["https://bucket.s3.amazonaws.com", "s3.amazonaws.com", null],
  ["https://bucket.s3.amazonaws.com", "amazonaws.com", null],
  ["https://a.bucket.s3.amazonaws.com", "bucket.s3.amazonaws.com", "bucket.s3.amazonaws.com"],
  ["https://d1.cloudfront.net", "cloudfront.net", null],
  ["https://com", undefined, null],
  ["https://com", "com", null],
  ["https://co.uk", undefined, null],
  ["https://intranet", undefined, null],
  ["https://intranet", "intranet", null],
  ["https://nas.internal", "internal", null],
  ["https://printer.local", "local", null],
  ["https://example.test", "test", null],
];

/** One spelling only: what browsers write. */
const SPELLINGS: readonly Row[] = [
  ["https://example.com", "EXAMPLE.COM", null],
  ["https://example.com", "Example.com", null],
  ["https://www.example.com", "exAmple.com", null],
  ["https://example.com", "example.com.", null],
  ["https://example.com.", undefined, null],
  ["https://example.com.", "example.com", null],
  ["https://example.com.", "example.com.", null],
  ["https://www.example.com.", "example.com.", null],
  ["https://example.com", " example.com", null],
  ["https://example.com", "example.com ", null],
  ["https://example.com", "example.com\n", null],
  ["https://example.com", "example.com\u0000", null],
  ["https://example.com", "example\t.com", null],
  ["https://a..example.com", undefined, null],
  ["https://a..example.com", ".example.com", null],
  ["https://xn--mnchen-3ya.de", "münchen.de", null],
  ["https://example.com", "ｅxample.com", null],
  ["https://example.com", "example%2ecom", null],
  ["https://example.com", "example。com", null],
  ["https://-a.example.com", undefined, null],
  ["https://a-.example.com", undefined, null],
  [`https://${"a".repeat(64)}.example.com`, undefined, null],
  [`https://${"a".repeat(63)}.example.com`, undefined, `${"a".repeat(63)}.example.com`],
  [`https://${"a.".repeat(126)}com`, undefined, null],
];

/** With a port, a path or a user it names an address to fetch, not a site (finding F5). */
const MORE_THAN_A_HOST: readonly Row[] = [
  ["https://example.com", "example.com:443", null],
  ["https://example.com:8443", "example.com:8443", null],
  ["https://example.com", "example.com/", null],
  ["https://example.com", "example.com/path", null],
  ["https://example.com", "example.com?query", null],
  ["https://example.com", "example.com#hash", null],
  ["https://example.com", "ann@example.com", null],
  ["https://example.com", "https://example.com", null],
  ["https://example.com", "//example.com", null],
  ["https://example.com", "example.com\\", null],
  ["https://10.0.0.1.example.com", "example.com:80/x", null],
];

const IP_ADDRESSES: readonly Row[] = [
  ["https://127.0.0.1", undefined, null],
  ["http://127.0.0.1", undefined, null],
  ["http://127.0.0.1:3000", "127.0.0.1", null],
  ["https://192.168.1.1", undefined, null],
  ["https://192.168.1.1", "192.168.1.1", null],
  ["https://192.168.1.1", "168.1.1", null],
  ["https://192.168.1.1", "1.1", null],
  ["https://192.168.1.1", "1", null],
  ["https://8.8.8.8", "8.8.8.8", null],
  ["https://[::1]", undefined, null],
  ["http://[::1]:8080", "[::1]", null],
  ["https://[2001:db8::1]", undefined, null],
  ["https://[2001:db8::1]", "[2001:db8::1]", null],
  ["https://[2001:db8::1]", "2001:db8::1", null],
  ["https://example.com", "127.0.0.1", null],
  ["https://2130706433", undefined, null],
  ["https://0x7f.1", undefined, null],
];

/** Without TLS on this machine only; ports of the page do not matter. */
const SCHEMES: readonly Row[] = [
  ["https://example.com:8443", undefined, "example.com"],
  ["https://example.com:8443", "example.com", "example.com"],
  ["https://www.example.com:1", "example.com", "example.com"],
  ["http://example.com", undefined, null],
  ["http://example.com", "example.com", null],
  ["http://example.com:443", "example.com", null],
  ["http://localhost", undefined, "localhost"],
  ["http://localhost:3000", undefined, "localhost"],
  ["http://localhost:3000", "localhost", "localhost"],
  ["https://localhost", undefined, "localhost"],
  ["https://localhost:8443", "localhost", "localhost"],
  ["http://app.localhost", undefined, "app.localhost"],
  ["http://app.localhost:3000", "app.localhost", "app.localhost"],
  ["http://a.app.localhost", "app.localhost", "app.localhost"],
  ["http://localhost.example.com", undefined, null],
  ["http://localhost.", undefined, null],
  ["http://localhost", "LOCALHOST", null],
  ["http://notlocalhost", undefined, null],
  ["http://192.168.1.1", undefined, null],
  ["http://nas.internal", undefined, null],
  ["ws://example.com", undefined, null],
  ["wss://example.com", undefined, null],
  ["ftp://example.com", undefined, null],
  ["file://", undefined, null],
  ["file:///tmp/page.html", undefined, null],
  ["chrome-extension://abcdefghijklmnopabcdefghijklmnop", undefined, null],
  ["moz-extension://5f4dcc3b-5aa7-65d6-1d83-27deb882cf99", undefined, null],
  ["data:text/html,x", undefined, null],
  ["blob:https://example.com/5f4dcc3b", undefined, null],
  ["about:blank", undefined, null],
  ["about:srcdoc", undefined, null],
  ["javascript:0", undefined, null],
];

/** What is no origin as browsers write it. */
const NO_ORIGINS: readonly Row[] = [
  ["null", undefined, null],
  ["null", "example.com", null],
  ["", undefined, null],
  ["", "example.com", null],
  ["example.com", undefined, null],
  ["//example.com", "example.com", null],
  ["https://", undefined, null],
  ["https://example.com/", undefined, null],
  ["https://example.com/path", "example.com", null],
  ["https://example.com?x", "example.com", null],
  ["https://example.com#x", "example.com", null],
  ["https://ann@example.com", "example.com", null],
  ["https://example.com@evil.example", "example.com", null],
  ["https://EXAMPLE.com", undefined, null],
  ["HTTPS://example.com", undefined, null],
  ["https://example.com:443", undefined, null],
  ["http://localhost:80", undefined, null],
  ["https:example.com", undefined, null],
  [" https://example.com", undefined, null],
  ["https://example.com ", undefined, null],
  ["https://exa\tmple.com", undefined, null],
  ["https://münchen.de", undefined, null],
  ["https://example.com:99999", undefined, null],
];

const TABLES = { HOSTS, SUFFIXES, BOUNDARIES, OTHERS, PUBLIC_SUFFIXES, SPELLINGS, MORE_THAN_A_HOST, IP_ADDRESSES, SCHEMES, NO_ORIGINS };

it.each(Object.entries(TABLES))("%s", (_, rows) => {
  for (const [origin, asked, rpId] of rows) expect({ origin, asked, rpId: rpIdFor(origin, asked) }).toEqual({ origin, asked, rpId });
});

it("has the cases of the design", () => {
  const rows = Object.values(TABLES).flat();
  expect(new Set(rows.map(([origin, asked]) => JSON.stringify([origin, asked ?? null]))).size).toBe(rows.length);
  expect(rows.length).toBeGreaterThanOrEqual(150);
});
