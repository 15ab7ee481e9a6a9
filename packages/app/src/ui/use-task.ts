/** One thing that is sent and may be refused: busy while it is under way, and what went wrong until the person goes on typing. */
import { useState } from "react";
import { messageOf } from "./message.ts";

export interface Task {
  readonly busy: boolean;
  readonly problem: string | null;
  /** @returns whether it went well. A second call while the first is under way does nothing. */
  run(work: () => Promise<void>): Promise<boolean>;
  /** Shows what is wrong without sending anything. */
  refuse(problem: string): void;
  edit(): void;
}

/** @param fallback - what is said of an error without words of its own. */
export function useTask(fallback?: string): Task {
  const [{ busy, problem }, set] = useState<Pick<Task, "busy" | "problem">>({ busy: false, problem: null });
  return {
    busy,
    problem,
    async run(work) {
      if (busy) return false;
      set({ busy: true, problem: null });
      try {
        await work();
        set({ busy: false, problem: null });
        return true;
      } catch (error) {
        set({ busy: false, problem: messageOf(error, fallback) });
        return false;
      }
    },
    refuse: (sentence) => set({ busy: false, problem: sentence }),
    edit: () => problem !== null && set({ busy: false, problem: null }),
  };
}
