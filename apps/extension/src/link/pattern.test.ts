import { expect, it } from "vitest";
import { patternOf } from "./pattern.ts";

it("names a server by its port where the browser can, and by its host where a port would find nothing", () => {
  expect(patternOf("http://localhost:3000", true)).toBe("http://localhost:3000/*");
  expect(patternOf("http://localhost:3000", false)).toBe("http://localhost/*");
  expect(patternOf("https://vault.example", false)).toBe("https://vault.example/*");
});
