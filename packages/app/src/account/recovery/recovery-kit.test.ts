import fc from "fast-check";
import { expect, test } from "vitest";
import { partsOf, pickGroups, recoveryKitHtml, sameGroup } from "./recovery-kit.ts";

test("two different groups are asked for, in their order", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 20 }), fc.uint8Array({ minLength: 2, maxLength: 2 }), (count, random) => {
      const [first, second] = pickGroups(count, random);
      expect(first).toBeLessThan(second);
      expect(first).toBeGreaterThanOrEqual(0);
      expect(second).toBeLessThan(count);
    }),
  );
});

test("its groups are equal, and the two letters of check are none of them", () => {
  const parts = Array.from({ length: 8 }, (_, at) => `AB1${at}`);
  expect(partsOf([...parts, "9Q"].join("-"))).toEqual({ groups: parts, check: "9Q" });
  expect(partsOf(parts.join("-"))).toEqual({ groups: parts, check: null });
});

test("case and spaces of a group do not matter, another group does", () => {
  expect(sameGroup(" ab3d ", "AB3D")).toBe(true);
  expect(sameGroup("AB3E", "AB3D")).toBe(false);
  expect(sameGroup("", "AB3D")).toBe(false);
});

test("the kit holds the key and asks nothing of the network", () => {
  const kit = { email: "<b>@example.com", recoveryKey: "AAAA-BBBB", origin: "https://vault.example", date: "Jan 5, 2026" };
  const html = recoveryKitHtml(kit);
  expect(html).toContain("<li>AAAA</li><li>BBBB</li>");
  expect(html).not.toContain("<b>@");
  expect(html).not.toMatch(/<script|src=|href=|url\(/);
  for (const words of ["https://vault.example/forgot-password", "Jan 5, 2026", "Master password", "What to do with this page"])
    expect(html).toContain(words);
});
