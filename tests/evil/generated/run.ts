/** Many sequences of calls one after the other, and what is told of them. */
import { whileItMayRun } from "../../flows/long-run.ts";
import { type Outcome, type Played, playSequence, type Stage, shortest } from "./play.ts";

/** Calls from the same beginning. */
const [SEQUENCE, LONG_SEQUENCE] = [25, 150];

export interface Plan {
  readonly count: number;
  readonly seed: number;
  /** The number of the first call: a run that was ended goes on with it. */
  readonly from: number;
  /** Whether the honest clients look after each accepted call, or after each sequence. */
  readonly isDeep: boolean;
  /** Goes on after a failure, and tells one of each kind. */
  readonly isAll: boolean;
  readonly tell: (line: string) => void;
}

export interface Told {
  readonly failures: readonly string[];
  /** How often each status was answered, and each call was accepted of each role. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly accepted: Readonly<Record<string, number>>;
}

const counted = (into: Map<string, number>, name: string): void => void into.set(name, (into.get(name) ?? 0) + 1);
const sorted = (counts: ReadonlyMap<string, number>) => Object.fromEntries([...counts].sort());

export async function playAll(stage: Stage, { count, seed, from, isDeep, isAll, tell }: Plan): Promise<Told> {
  const [statuses, accepted, failures] = [new Map<string, number>(), new Map<string, number>(), new Map<string, string>()];
  const [began, length] = [performance.now(), isDeep ? SEQUENCE : LONG_SEQUENCE];
  const end = from + count;
  for (let at = from; at < end && (isAll || failures.size === 0); at += length) {
    await whileItMayRun();
    const seeds = Array.from({ length: Math.min(length, end - at) }, (_, index) => seed * 1_000_003 + at + index);
    const played = await playSequence(stage, seeds, isDeep);
    for (const { status, says } of played.outcomes) {
      counted(statuses, String(status));
      if (status < 400) counted(accepted, says.split(" about ")[0] ?? "");
    }
    if (at % 500 === 0) tell(`call ${at}, ${Math.round((performance.now() - began) / 1000)} s`);
    if (!played.failed || failures.has(kindOf(played.failed))) continue;
    const said = sayFailure(`Seed ${seed}, at call ${at}`, await shortest(stage, seeds), played.failed);
    failures.set(kindOf(played.failed), said);
    tell(said);
  }
  const told = { failures: [...failures.values()], statuses: sorted(statuses), accepted: sorted(accepted) };
  tell(
    `${count} calls in ${Math.round((performance.now() - began) / 1000)} s: ${JSON.stringify(told.statuses)} ${JSON.stringify(told.accepted)}`,
  );
  return told;
}

/** Findings of one kind are told once. */
const kindOf = ({ says, problems }: Outcome): string => `${says.split(" about ")[0]} ${problems[0]?.slice(0, 20)}`;

function sayFailure(where: string, { failed, outcomes }: Played, first: Outcome): string {
  const { problems } = failed ?? first;
  const calls = outcomes.map(({ says }, index) => `${index + 1}. ${says}`);
  const again = failed ? [] : ["It failed once, and not again:", first.says];
  return [`${where}:`, ...problems, "The shortest sequence:", ...calls, ...again].join("\n");
}
