/** The first sync of a full vault on the wire: what a browser is sent, compared with the JSON it contains, and how long others wait during it. */
import { get } from "node:http";
import { row, time } from "./measure.mjs";
import { sessionOf } from "./world.mjs";

const PULL = "/api/vault/all-items-data";
const PAUSE_MS = 5;
const MB = 1_000_000;

export async function measureWire({ origin }, { signIn }) {
  const token = await sessionOf(signIn);
  const plain = await bytesOf(`${origin}${PULL}`, token);
  const small = await bytesOf(`${origin}${PULL}`, token, "br");
  console.log(
    `first sync: ${(small / MB).toFixed(1)} MB on the wire, ${(plain / MB).toFixed(1)} MB of JSON (${(small / plain).toFixed(2)}x)`,
  );
  let [isOver, worst] = [false, 0];
  const others = (async () => {
    while (!isOver) {
      worst = Math.max(worst, (await time(() => bytesOf(`${origin}/api/status`, token))).ms);
      await new Promise((resume) => setTimeout(resume, PAUSE_MS));
    }
  })();
  const { ms } = await time(() => bytesOf(`${origin}${PULL}`, token, "br"));
  isOver = true;
  await others;
  await measureMemory(() => bytesOf(`${origin}${PULL}`, token, "br"));
  return [row("the longest that another call waits during a full pull", worst, "the pull itself", ms)];
}

const AT_ONCE = 10;
const MEMORY_EVERY_MS = 20;

/** How much memory this process, which includes the server, gains while ten clients read everything at once, each to the end. */
async function measureMemory(read) {
  await read();
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, MEMORY_EVERY_MS);
  const { ms } = await time(() => Promise.all(Array.from({ length: AT_ONCE }, read)));
  clearInterval(watch);
  console.log(
    `${AT_ONCE} first syncs at once: ${((most - before) / MB).toFixed(0)} MB more memory than before, ${(ms / 1000).toFixed(1)} s`,
  );
}

/** @returns the bytes of a reply as they arrive, still compressed. */
const bytesOf = (url, authorization, encoding = "identity") =>
  new Promise((resolve, reject) => {
    get(url, { headers: { authorization, "accept-encoding": encoding } }, (reply) => {
      let bytes = 0;
      reply.on("data", (piece) => {
        bytes += piece.length;
      });
      reply.on("end", () => resolve(bytes));
      reply.on("error", reject);
    }).on("error", reject);
  });
