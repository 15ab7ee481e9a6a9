import { expect, it } from "vitest";
import { serverOf } from "./server-address.ts";

it.each([
  ["vault.example", "https://vault.example"],
  [" https://vault.example/login?x=1 ", "https://vault.example"],
  ["https://vault.example:8443", "https://vault.example:8443"],
  ["http://localhost:3000", "http://localhost:3000"],
  ["localhost:3000/login", "http://localhost:3000"],
  ["127.0.0.1:3000", "http://127.0.0.1:3000"],
  ["https://localhost:3000", "https://localhost:3000"],
  ["localhost.example", "https://localhost.example"],
])("takes %j for %s", (typed, origin) => {
  expect(serverOf(typed)).toBe(origin);
});

it.each(["", "http://vault.example", "ftp://vault.example", "javascript:alert(1)", "https://"])("takes %j for no server", (typed) => {
  expect(serverOf(typed)).toBeNull();
});
