/** Health on a full vault, compared with the simplest work on the same passwords: counting each of them once. */
import { healthOf } from "../packages/core/dist/health/health.js";
import { lexiconOf, lookOf } from "../packages/core/dist/health/looks-random.js";
import { DEFAULT_GENERATOR, generatePassword } from "../packages/core/dist/passwords/generator.js";
import { medianOf, row } from "./measure.mjs";

const RUNS = 3;
const COUNT = 10_000;
const WORDS = ["password", "sunshine", "dragon", "football", "monkey", "shadow", "master", "garden", "orange", "purple"];

export async function measureHealth({ device }) {
  const items = logins((length) => crypto.getRandomValues(new Uint8Array(length)));
  const counted = await medianOf(RUNS, () => new Set(items.map(({ fields }) => fields.password)).size);
  const found = await medianOf(RUNS, () => healthOf(items, { now: Date.now() }));
  const lexicon = lexiconOf(WORDS);
  const looked = await medianOf(RUNS, () => items.map(({ fields }) => lookOf(fields.password, lexicon)));
  const opened = await medianOf(RUNS, () => device.client.vault.examine({ take: () => undefined }));
  const peer = "a Set of the passwords";
  return [
    row(`Health: everything found in ${COUNT} logins`, found, peer, counted),
    row(`Health: the look of ${COUNT} passwords`, looked, peer, counted),
    row("Health: opening what it reads of the full vault", opened, peer, counted),
  ];
}

/** One of ten is typed by hand and used again and again, the others are generated. */
const logins = (random) =>
  Array.from({ length: COUNT }, (_, index) => ({
    id: `login ${index}`,
    kind: "password",
    state: "intact",
    createdAt: 0,
    updatedAt: index,
    fields: {
      title: `Login ${index}`,
      username: "ann@example.com",
      password: index % 10 === 0 ? `${WORDS[index % 7]}${index % 50}` : generatePassword(DEFAULT_GENERATOR, random),
      website_url: `${index % 20 === 0 ? "http" : "https"}://www.site${index}.example/login`,
    },
  }));
