/** Facts that once stood in several places, and where each lives now. One that is written again is a second truth in the making. */

/** Paths begin with a home; `again` matches what a second home would look like. Tests may repeat a fact: they say what it must be. */
export const FACTS = [];

/** @param files - path → text. @returns one line for every place that says a fact again. */
export const writtenAgain = (files, facts = FACTS) =>
  facts.flatMap(({ fact, home, again }) =>
    [...files]
      .filter(([path]) => ![home].flat().some((place) => path.startsWith(place)))
      .flatMap(([path, text]) =>
        text
          .split("\n")
          .flatMap((line, index) => (again.test(line) ? [`${path}:${index + 1}: ${fact} stands in ${[home].flat()[0]}`] : [])),
      ),
  );
