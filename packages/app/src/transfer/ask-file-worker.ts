/** Has a file read by a worker of its own, which ends with it: its memory has held passwords. Where none can be started the page reads it itself. */
import type { FileAnswer } from "@coffer/core/transfer/file-reading";
import type { Candidate } from "@coffer/core/transfer/import";
import { startWorker } from "../ui/start-worker.ts";
import workerAddress from "./file-worker.ts?worker&url";
import { answersTo, type FileMessage, type FileTask } from "./file-worker-messages.ts";

/** @throws when the file cannot be read at all, such as one that is gone. */
export async function askFileWorker(task: FileTask): Promise<FileAnswer> {
  const worker = start();
  if (worker === null) return collect(answersTo(task));
  try {
    return await collect(messagesOf(worker, task));
  } finally {
    worker.terminate();
  }
}

function start(): Worker | null {
  try {
    return startWorker(workerAddress);
  } catch {
    return null;
  }
}

async function collect(messages: AsyncIterable<FileMessage>): Promise<FileAnswer> {
  const candidates: Candidate[] = [];
  for await (const message of messages) {
    if ("failed" in message) throw new Error(message.failed);
    if ("rows" in message) candidates.push(...message.rows);
    else return message.answer.type === "read" ? { ...message.answer, reading: { ...message.answer.reading, candidates } } : message.answer;
  }
  throw new Error("The file was not read to its end");
}

/** What the worker says, each message in a task of its own. */
async function* messagesOf(worker: Worker, task: FileTask): AsyncGenerator<FileMessage> {
  const arrived: FileMessage[] = [];
  let wake = (): void => undefined;
  const take = (message: FileMessage): void => {
    arrived.push(message);
    wake();
  };
  worker.addEventListener("message", ({ data }: MessageEvent<FileMessage>) => take(data));
  worker.addEventListener("error", ({ message }) => take({ failed: message }));
  worker.postMessage(task);
  for (;;) {
    const next = arrived.shift();
    if (next) yield next;
    else
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  }
}
