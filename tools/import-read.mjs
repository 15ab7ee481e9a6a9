/**
 * npm run --silent import:read -- <source|auto> <file> [--password P] [--key-file F]
 * npm run --silent import:read -- --batch list.ndjson
 * npm run --silent import:read -- --list
 *
 * Prints what an import would make of a file, by the very code of the wizard, as JSON and nothing else. Needs a build (`tools/ensure.mjs build`, run before it).
 */
import { createReadStream, readFileSync, statSync } from "node:fs";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { isSealedBackup, openBackup } from "@coffer/client";
import { BACKUP_MAX_BYTES } from "@coffer/core/constants";
import { PRINTED_IDS, readImportFile, sourceIdOf, UnreadableFile } from "@coffer/core/transfer/import-read";

const USAGE = "Usage: import:read -- <source|auto> <file> [--password P] [--key-file F] | --batch list.ndjson | --list";
const print = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);

/** @throws UnreadableFile with one sentence for people. */
async function read({ source, file, password, keyFile }) {
  const chosen = source === "auto" ? null : sourceIdOf(source);
  if (chosen === null && source !== "auto") throw new UnreadableFile(`"${source}" is no source that is known; --list prints them.`);
  const content = await bytesOf(file);
  const secret =
    password === undefined && keyFile === undefined
      ? null
      : { password: password ?? "", keyFile: keyFile === undefined ? null : await bytesOf(keyFile) };
  const opened = await ownBackup(content, secret);
  return readImportFile({ name: file, content: opened ?? content, chosen, secret });
}

/** Only files, so that nothing without an end is read; and none larger than any source allows, so that it is not read in vain. */
async function bytesOf(file) {
  const about = statSync(file, { throwIfNoEntry: false });
  if (!about?.isFile()) throw new UnreadableFile(`"${file}" cannot be opened.`);
  if (about.size > BACKUP_MAX_BYTES) throw new UnreadableFile(`File is too large. Maximum size is ${BACKUP_MAX_BYTES / 1024}KB.`);
  try {
    return new Uint8Array(readFileSync(file));
  } catch {
    throw new UnreadableFile(`"${file}" cannot be opened.`);
  }
}

/** A backup of our own that has a password; null for any other file. */
async function ownBackup(content, secret) {
  const head = new TextDecoder().decode(content.subarray(0, 512));
  const text = head.includes("sealed") ? new TextDecoder().decode(content) : "";
  if (!text || !isSealedBackup(text)) return null;
  if (secret === null) throw new UnreadableFile("This backup is encrypted with a password; please give it with --password.");
  const opened = await openBackup(text, secret.password).catch(() => null);
  if (opened === null) throw new UnreadableFile("This password does not open the backup.");
  return opened;
}

const reasonOf = (error) =>
  error instanceof UnreadableFile ? error.message : `This file cannot be read (${error instanceof Error ? error.name : "unknown"}).`;

/** A line for each line, whatever becomes of its file. */
async function batch(list) {
  if (!statSync(list, { throwIfNoEntry: false })?.isFile()) throw new UnreadableFile(`"${list}" cannot be opened.`);
  for await (const line of createInterface({ input: createReadStream(list), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === "") continue;
    const began = performance.now();
    let id = null;
    let result;
    try {
      const task = JSON.parse(line);
      id = task?.id ?? null;
      if (typeof task?.file !== "string") throw new UnreadableFile("This line of the list names no file.");
      result = await read({
        source: task.source ?? "auto",
        file: task.file,
        password: task.password,
        keyFile: task.keyFile ?? task.key_file,
      });
    } catch (error) {
      result = { error: error instanceof SyntaxError ? "This line of the list is no JSON." : reasonOf(error) };
    }
    print({ id, ...result, seconds: Number(((performance.now() - began) / 1000).toFixed(3)) });
  }
}

async function main() {
  const options = { password: { type: "string" }, "key-file": { type: "string" }, batch: { type: "string" }, list: { type: "boolean" } };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.list) return process.stdout.write(`${PRINTED_IDS.join("\n")}\n`);
  if (values.batch) return batch(values.batch);
  const [source, file, ...more] = positionals;
  if (!source || !file || more.length > 0) throw new UnreadableFile(USAGE);
  print(await read({ source, file, password: values.password, keyFile: values["key-file"] }));
}

main().catch((error) => {
  process.stderr.write(`${error.code?.startsWith?.("ERR_PARSE_ARGS") ? USAGE : reasonOf(error)}\n`);
  process.exitCode = 1;
});
