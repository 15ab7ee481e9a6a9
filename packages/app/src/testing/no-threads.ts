/** For tests of what comes after a thread's work: each thread loads its modules again, which costs more than all that they look at. */
import { vi } from "vitest";

/** While `work` runs the page does by itself what is for a thread, as where none can be started. */
export async function withoutThreads<T>(work: () => Promise<T>): Promise<T> {
  const threads = vi.spyOn(globalThis, "Worker").mockImplementation(() => {
    throw new Error("No thread can be started");
  });
  try {
    return await work();
  } finally {
    threads.mockRestore();
  }
}
