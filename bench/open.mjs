/** Opening the lists of a full vault, compared with a bare loop of WebCrypto that decrypts as many texts of the same size. */
import { kindOf } from "../packages/core/dist/items/kinds.js";
import { best, row, time } from "./measure.mjs";

const RUNS = 3;
const BATCH = 500;
/** Overviews are stored a moment after they were opened (overview-store.ts). */
const KEPT_AFTER_MS = 2_500;
/** A short field: 32 bytes padded, its header and its tag. */
const TEXT_BYTES = 32;

export async function measureOpening({ device, signIn }) {
  const { items } = device.client.vault.contents();
  const fieldsOf = ({ kind, fields }) => kindOf(kind).overview.filter((name) => fields[name] !== undefined).length;
  const texts = items.reduce((sum, item) => sum + fieldsOf(item) + 1, 0); // and one seal each
  const [bare, first, signedIn, shown, again] = [[], [], [], [], []];
  for (let run = 0; run < RUNS; run++) {
    bare.push(await decryptBare(texts));
    const { ms: toKeys, result: fresh } = await time(signIn);
    const { ms: toLists } = await time(() => fresh.client.vault.pull());
    first.push(toLists);
    signedIn.push(toKeys + toLists);
    const reloaded = fresh.reload();
    await new Promise((resume) => setTimeout(resume, KEPT_AFTER_MS));
    await reloaded.account.resume();
    shown.push((await time(() => reloaded.vault.local())).ms);
    again.push((await time(() => reloaded.vault.pull())).ms);
  }
  const peer = `WebCrypto alone, ${texts} texts`;
  return [
    row(`${items.length} items: pull all, verify, open for lists`, best(first), peer, best(bare)),
    row(`${items.length} items: sign-in on a new device, until lists are there`, best(signedIn), peer, best(bare)),
    row(`${items.length} items: a start from this device, until lists are there`, best(shown), peer, best(bare)),
    row(`${items.length} items: and the server asked what is new`, best(again), peer, best(bare)),
  ];
}

/** @returns milliseconds for so many decryptions and nothing else. */
async function decryptBare(count) {
  const { subtle } = globalThis.crypto;
  const key = await subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
  const [iv, additionalData] = [new Uint8Array(12), new Uint8Array(120)];
  const sealed = await subtle.encrypt({ name: "AES-GCM", iv, additionalData }, key, new Uint8Array(TEXT_BYTES));
  const decoder = new TextDecoder();
  const { ms } = await time(async () => {
    for (let done = 0; done < count; done += BATCH) {
      const size = Math.min(BATCH, count - done);
      await Promise.all(
        Array.from({ length: size }, async () =>
          decoder.decode(await subtle.decrypt({ name: "AES-GCM", iv, additionalData }, key, sealed)),
        ),
      );
    }
  });
  return ms;
}
