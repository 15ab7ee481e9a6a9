/** A call as the evil colleague sends it: aimed, signed with own keys, and most often with a lie in it. */

import { z } from "zod";
import { exampleCall, exampleInput } from "../../../apps/server/src/testing/examples.ts";
import { pathNames } from "../../../packages/contract/src/endpoint.ts";
import type { Actor } from "./cast.ts";
import type { Draw } from "./draw.ts";
import { mutated, poolOf } from "./mutations.ts";
import type { ServerState } from "./server-state.ts";
import { entriesOf, signed } from "./signing.ts";
import { type Aim, aimOf, VALUES } from "./values.ts";
import type { WritingCall } from "./writing-calls.ts";

type Input = Readonly<Record<string, unknown>>;

const namesOf = new Map<string, { readonly required: readonly string[]; readonly optional: readonly string[] }>();
function names({ name, spec }: WritingCall) {
  const known = namesOf.get(name);
  if (known) return known;
  const { required = [], properties = {} } = z.toJSONSchema(spec.input, { io: "input", unrepresentable: "any" });
  const found = { required, optional: Object.keys(properties).filter((one) => !required.includes(one)) };
  namesOf.set(name, found);
  return found;
}

/** Well formed, whatever it says. @param optional - how often in a hundred an optional name is in it */
export async function inputOf(aim: Aim, optional: number): Promise<Input> {
  const { call, draw } = aim;
  const example = exampleInput(call.spec);
  const { required, optional: others } = names(call);
  const taken = [...required, ...others.filter((name) => name in VALUES && draw.happens(optional))];
  const input: Record<string, unknown> = {};
  for (const name of taken) input[name] = (VALUES[name] ?? (() => example[name]))(aim);
  if ("entries" in input) input.entries = await entriesOf(aim, draw.happens(70) ? 1 : 1 + draw.below(3));
  if (others.includes("leaving") && draw.happens(70))
    input.leaving = { since: aim.here.entries.length, entry: (await entriesOf(aim, 1))[0] };
  if (others.includes("founding") && draw.happens(70)) input.founding = (await entriesOf(aim, 1, true))[0];
  if ("permissionLevel" in input) withOneRecipient(aim, input);
  if (others.includes("signature") && draw.happens(90)) input.signature = "A".repeat(86);
  return input;
}

/** A person or a team; and a move only out of the own vault. */
function withOneRecipient({ draw, scope, here, teamId }: Aim, input: Record<string, unknown>): void {
  const isTeams = draw.happens(30);
  if (!isTeams) input.sharedWithEmail ??= draw.any(here.accounts)?.email;
  else Object.assign(input, { shareType: "team", teamId, teamEpoch: draw.one([2, 1] as const) });
  for (const name of isTeams ? ["sharedWithEmail"] : ["teamId", "teamEpoch", "shareType"]) delete input[name];
  if (scope.kind !== "personal" && draw.happens(90)) for (const name of ["move", "along"]) delete input[name];
  const sealed = draw.any(here.grants.filter(({ team_id }) => (team_id !== null) === isTeams));
  if (isTeams && sealed && draw.happens(90)) input.sharedKey = sealed.shared_key;
}

export interface Draft {
  readonly path: string;
  readonly body: unknown;
  /** For people. */
  readonly says: string;
}

/** @param sent - bodies that honest clients have sent to this path before */
export async function draftOf(
  call: WritingCall,
  actor: Actor,
  here: ServerState,
  draw: Draw,
  teamId: string,
  sent: readonly Input[],
): Promise<Draft> {
  const aim = aimOf(call, actor, here, draw, teamId);
  const made = await inputOf(aim, 60);
  const replayed = draw.happens(12) ? draw.any(sent) : undefined;
  const said = replayed ? { ...made, ...replayed } : made;
  const lie = () => mutated(draw, said, poolOf(here));
  const kind = draw.below(12);
  // Half tell the truth about themselves; the others lie and sign the lie, or lie after they have signed.
  const { input: first, how } = kind < 6 ? { input: said, how: "as it is" } : lie();
  const own = replayed && draw.happens(50) ? first : await signed(aim, first);
  const { input, how: after } = kind >= 10 ? mutated(draw, own, poolOf(here)) : { input: own, how: "" };
  const about = `${aim.scope.kind} of ${here.accounts.find(({ id }) => id === aim.scope.owner_id)?.email.split("@")[0]}`;
  const says = `${actor.role} calls ${call.name} about the ${about}: ${[replayed ? "sent before," : "", how, after].filter(Boolean).join(" ")}`;
  return { ...exampleCall(call.spec, { ...pathWords(call, made), ...input }), says };
}

/** A path needs its words, whatever else was dropped. */
const pathWords = ({ spec }: WritingCall, input: Input): Input => {
  const words = ["id", "userId", "teamId", "importId", ...pathNames(spec.path)];
  return Object.fromEntries(Object.entries(input).filter(([name]) => words.includes(name)));
};
