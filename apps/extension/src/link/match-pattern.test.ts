import { expect, it } from "vitest";
import { matchPatternOf } from "./match-pattern.ts";

it("names a server by its port where the browser can, and by its host where a port would find nothing", () => {
  expect(matchPatternOf("http://localhost:3000", true)).toBe("http://localhost:3000/*");
  expect(matchPatternOf("http://localhost:3000", false)).toBe("http://localhost/*");
  expect(matchPatternOf("https://vault.example", false)).toBe("https://vault.example/*");
});
