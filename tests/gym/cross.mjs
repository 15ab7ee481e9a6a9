/** How well the engine does on sites that were left out of the fit, several times with other ones: one split says little, of thirty sign-ups each is three points. */
import { isHeldOut, scoreLabelledPages } from "./labelled-pages.mjs";
import { fitted, ofGym, ofOthers, placedBy } from "./learn.mjs";

const WHAT = ["login", "signup", "change-password", "otp", "card", "address", "fields", "nothing belongs", "new or current"];

const rolesOf = (engine, { forms }) =>
  new Map(placedBy(engine, forms).flatMap(({ fields }) => fields.flatMap(({ facts, role }) => (role === null ? [] : [[facts.at, role]]))));

/** In place: the engine reads the table when it weighs. */
function useWeights({ NEW_PASSWORD }, weights) {
  for (const sign of Object.keys(NEW_PASSWORD)) delete NEW_PASSWORD[sign];
  for (const [sign, value] of weights) NEW_PASSWORD[sign] = value;
}

const shares = (scores, what) =>
  scores.flatMap(({ counts }) => (counts.has(what) ? [(100 * counts.get(what)[0]) / counts.get(what)[1]] : []));

function summary(found) {
  const mean = found.reduce((sum, one) => sum + one, 0) / found.length;
  const spread = Math.sqrt(found.reduce((sum, one) => sum + (one - mean) ** 2, 0) / found.length);
  return `${mean.toFixed(1)} ±${spread.toFixed(1)} (${Math.min(...found).toFixed(1)}-${Math.max(...found).toFixed(1)})`;
}

export function crossValidate(engine, { gym, given, times }) {
  const own = ofGym(engine, gym);
  const score = (pages) => scoreLabelledPages(pages, (page) => rolesOf(engine, page));
  const rounds = Array.from({ length: times }, (_, at) => {
    const [out, learned] = [true, false].map((isOut) => given.filter(({ page }) => isHeldOut(page, `cv${at}`) === isOut));
    useWeights(engine, fitted([...own, ...ofOthers(engine, learned)]));
    return { out: score(out), learned: score(learned) };
  });
  for (const what of WHAT) {
    const [out, learned] = ["out", "learned"].map((part) =>
      shares(
        rounds.map((round) => round[part]),
        what,
      ),
    );
    if (out.length > 0) console.log(`${what.padEnd(16)} left out ${summary(out).padEnd(26)} learned ${summary(learned)}`);
  }
}
