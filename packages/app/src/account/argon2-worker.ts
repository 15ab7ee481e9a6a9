/** Computes one key and ends: with it goes the memory that held the password. Until then it only warms up. */
import { type Argon2Input, argon2Here } from "@coffer/client/argon2";

export type KeyTask = "warm" | Argon2Input;
/** `failed`: this thread cannot compute it, as where it gets no memory. */
export type KeyAnswer = "ready" | "failed" | { readonly key: Uint8Array };

/** As large as the real one, so that its code is compiled for speed and the system has the memory at hand; a third of the time. */
const WARM_UP: Argon2Input = { password: new Uint8Array(16), salt: new Uint8Array(16), memoryKiB: 65_536, passes: 1 };

const answer = (said: KeyAnswer): void => self.postMessage(said);

async function compute(task: Argon2Input): Promise<void> {
  try {
    answer({ key: await argon2Here(task) });
  } catch {
    answer("failed");
  } finally {
    task.password.fill(0);
    self.close();
  }
}

self.addEventListener("message", ({ data }: MessageEvent<KeyTask>) => {
  if (data === "warm")
    argon2Here(WARM_UP).catch(() => undefined); // the real one says so
  else void compute(data);
});

answer("ready");
