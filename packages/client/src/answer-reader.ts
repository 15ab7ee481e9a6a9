/**
 * Reads an answer while it arrives: the rows of its lists line by line (contract, Note: Lists in lines), so that they can be worked on
 * before the rest is there. Early rows are not trusted: that is decided when the whole answer has arrived and matches its schema.
 */
import type { Endpoint } from "@coffer/contract/endpoint";
import { z } from "zod";
import { nextTurn } from "./batches.ts";

/** Rows of a list that match their schema; of an unknown list, unchanged. */
export type OnRows = (list: string, rows: readonly unknown[]) => void;

interface Piece {
  readonly list: string;
  readonly rows: readonly unknown[];
}

/** A thousand rows, after one for each of twenty thousand scopes (apps/server/src/http/news.ts). */
const LASTING_MAX_LENGTH = 2_000_000;

export class AnswerReader {
  readonly #spec: Endpoint;
  readonly #onRows: OnRows | undefined;
  readonly #pieces: Piece[] = [];
  readonly #arrays = new Map<string, z.ZodType>();
  /** Everything but the rows; the number of each piece is in their place. */
  #text = "";
  #line = "";
  #isRows = false;
  #list = "";
  #length = 0;
  /** Why a line was refused. */
  #error: Error | null = null;

  constructor(spec: Endpoint, onRows?: OnRows) {
    this.#spec = spec;
    this.#onRows = onRows;
  }

  /** The page has its turn after each piece of a list, however much arrives at once. @param isAnswer - false for a refusal, which has no rows. @throws RangeError when a reply that lasts, and may never end, has told more than one that is honest */
  async add(text: string, isAnswer: boolean): Promise<void> {
    this.#length += text.length;
    if (this.#spec.lasts && this.#length > LASTING_MAX_LENGTH) throw new RangeError("A reply that lasts is too long");
    if (!this.#spec.lists || !isAnswer) {
      this.#text += text;
      return;
    }
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      this.#end(this.#line + text.slice(from, end));
      this.#line = "";
      from = end + 1;
      if (this.#isRows) continue;
      await nextTurn();
    }
    this.#line += text.slice(from);
  }

  #end(line: string): void {
    if (this.#isRows) this.#text += this.#take(line);
    else {
      this.#text += line;
      this.#list = /"(\w+)":\[$/.exec(line)?.[1] ?? this.#list;
    }
    this.#isRows = !this.#isRows;
  }

  /** @returns the number of the piece */
  #take(line: string): number {
    const list = this.#list;
    try {
      const rows = this.#arrayOf(list).parse(JSON.parse(`[${line}]`)) as readonly unknown[];
      this.#onRows?.(list, rows);
      this.#pieces.push({ list, rows });
    } catch (error) {
      this.#error ??= error instanceof Error ? error : new Error("Not a row", { cause: error });
    }
    return this.#pieces.length - 1;
  }

  #arrayOf(list: string): z.ZodType {
    const known = this.#arrays.get(list) ?? z.array(this.#spec.lists?.row(list) ?? z.unknown());
    this.#arrays.set(list, known);
    return known;
  }

  /** The complete answer; undefined if it is not JSON. */
  answer(): unknown {
    try {
      return JSON.parse(this.#text + this.#line);
    } catch {
      return undefined;
    }
  }

  /** @returns the parsed answer with its rows. @throws when it does not match the endpoint's schema */
  parsed(answer: unknown): unknown {
    if (this.#error) throw this.#error;
    const place = this.#spec.lists?.in;
    if (place === undefined || this.#pieces.length === 0) return this.#spec.reply.parse(answer);
    const { [place]: lists, ...rest } = z.record(z.string(), z.unknown()).parse(answer);
    const named = z.record(z.string(), z.unknown()).parse(lists);
    // The rows are parsed already: the rest is parsed without them, then they are put back in the places of their numbers.
    const came = new Set(this.#pieces.map(({ list }) => list));
    const bare = Object.entries(named).map(([name, list]) => [name, came.has(name) ? [] : list]);
    const reply = this.#spec.reply.parse({ ...rest, [place]: Object.fromEntries(bare) }) as Record<string, object>;
    const whole = [...came].map((name) => [name, this.#rowsOf(name, named[name])]);
    return { ...reply, [place]: { ...reply[place], ...Object.fromEntries(whole) } };
  }

  /** @param numbers - from the answer's list: the number of each of its pieces, once and in order */
  #rowsOf(name: string, numbers: unknown): unknown[] {
    const own = [...this.#pieces.entries()].filter(([, { list }]) => list === name);
    if (JSON.stringify(numbers) !== JSON.stringify(own.map(([number]) => number))) throw new RangeError("Rows of another list");
    return own.flatMap(([, { rows }]) => rows);
  }
}
