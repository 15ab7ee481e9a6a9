/** The network of a world: records everything that is sent; a test can drop, change or refuse answers, and act in between. */
import { withListsOnLines } from "./lists-on-lines.ts";

export interface Recorded {
  readonly url: string;
  readonly headers: string;
  readonly body: string;
}

type Matches = (url: string) => boolean;

/** A body as text, also one of several parts. */
const textOf = (body: unknown): Promise<string> | string =>
  body instanceof FormData
    ? Promise.all([...body].map(async ([name, value]) => `${name}=${typeof value === "string" ? value : await value.text()}`)).then(
        (parts) => parts.join("&"),
      )
    : String(body ?? "");

/** @param ask - what is behind it */
export function openNetwork(requests: Recorded[], ask: typeof fetch = fetch) {
  const never: Matches = () => false;
  const plan = {
    lose: never,
    instead: undefined as Response | undefined,
    refuse: never,
    refusal: undefined as (() => Response) | undefined,
    change: never,
    apply: ((): void => undefined) as (body: never) => void,
    hold: never,
    work: async () => {},
  };
  const send: typeof fetch = async (input, init) => {
    const url = String(input);
    requests.push({ url, headers: JSON.stringify(init?.headers ?? {}), body: await textOf(init?.body) });
    if (plan.refuse(url)) {
      if (plan.refusal) return plan.refusal();
      throw new TypeError("fetch failed");
    }
    if (plan.hold(url)) {
      plan.hold = never;
      await plan.work();
    }
    const response = await ask(input, init);
    if (plan.lose(url)) {
      plan.lose = never;
      if (plan.instead) return plan.instead;
      throw new TypeError("fetch failed");
    }
    if (!plan.change(url)) return response;
    const body = (await response.json()) as never;
    plan.change = never;
    plan.apply(body);
    return new Response(withListsOnLines(body), { status: response.status });
  };
  return {
    send,
    /** @param instead - the answer in its place; a broken connection when absent */
    loseNextAnswer: (lose: Matches, instead?: Response): void => void Object.assign(plan, { lose, instead }),
    /** The server does not hear of it. @param refusal - the answer in its place; a broken connection when absent */
    refuseWhen: (refuse: Matches, refusal?: () => Response): void => void Object.assign(plan, { refuse, refusal }),
    /** Runs something between the decision to call and the call. */
    doBeforeNext: (hold: Matches, work: () => Promise<void>): void => void Object.assign(plan, { hold, work }),
    changeNextAnswer: <T>(change: Matches, apply: (body: T) => void): void => void Object.assign(plan, { change, apply }),
  };
}
