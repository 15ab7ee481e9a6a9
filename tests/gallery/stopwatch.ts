/** What the walk spends its time on. */

/** In milliseconds; what happens within something else counts once, as itself. */
export type TimeSpent = Record<"arriving" | "pictures" | "measures" | "axe" | "menus", number>;

export interface Stopwatch {
  readonly spent: TimeSpent;
  of<Result>(what: keyof TimeSpent, work: () => Promise<Result>): Promise<Result>;
}

export function stopwatch(): Stopwatch {
  const spent = { arriving: 0, pictures: 0, measures: 0, axe: 0, menus: 0 };
  let within = 0;
  return {
    spent,
    async of(what, work) {
      const [before, begun] = [within, performance.now()];
      within = 0;
      try {
        return await work();
      } finally {
        const took = Math.round(performance.now() - begun);
        spent[what] += took - within;
        within = before + took;
      }
    },
  };
}
