/** Reads a file in a thread of its own: fifty megabytes take seconds, and the page must not wait for them. */
import { answersTo, type FileMessage, type FileTask } from "./file-worker-messages.ts";

self.addEventListener("message", async ({ data }: MessageEvent<FileTask>) => {
  try {
    for await (const message of answersTo(data)) self.postMessage(message);
  } catch (error) {
    self.postMessage({ failed: String(error) } satisfies FileMessage);
  }
});
