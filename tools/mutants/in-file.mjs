/** Set-up file: hands what a test file ran to the reporter, in Node and in a browser. */
import { afterAll, beforeEach } from "vitest";

globalThis.__cofferRan ??= {};
const all = () => Object.entries(globalThis.__cofferRan);

// Files share their worker: what the one before ran is not this one's.
for (const [, ran] of all()) ran.fill(0);

let file;
beforeEach(({ task }) => {
  file = task.file;
});

afterAll(() => {
  if (!file) return;
  file.meta.ran = Object.fromEntries(
    all().flatMap(([path, ran]) => {
      const indices = [...ran.keys()].filter((index) => ran[index]);
      return indices.length === 0 ? [] : [[path, indices]];
    }),
  );
});
