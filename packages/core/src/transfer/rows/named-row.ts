/** A row under its heading, of which each value is taken once; what nobody took becomes fields of the item. */
import type { Draft } from "../draft.ts";
import { columnKey } from "../source.ts";

interface Cell {
  readonly heading: string;
  readonly key: string;
  readonly value: string;
}

export class NamedRow {
  #cells: readonly Cell[];

  /** @param ignored - headings of columns that say nothing to a person. */
  constructor(header: readonly string[], cells: readonly string[], ignored: readonly string[] = []) {
    const silent = new Set(ignored.map(columnKey));
    this.#cells = cells
      .map((value, index) => ({ heading: header[index]?.trim() ?? "", key: columnKey(header[index] ?? ""), value }))
      .filter(({ key, value }) => value !== "" && !silent.has(key));
  }

  /** @param names - what the column is called, in one version or another. @returns "" where there is none, or nothing in it. */
  take(...names: readonly string[]): string {
    for (const name of names) {
      const index = this.#cells.findIndex(({ key }) => key === columnKey(name));
      if (index < 0) continue;
      const value = this.#cells[index]?.value ?? "";
      this.#cells = this.#cells.filter((_, at) => at !== index);
      return value;
    }
    return "";
  }

  /** Whether there is something in it. */
  has(name: string): boolean {
    return this.see(name) !== "";
  }

  /** Whether everything was taken that stood in it. */
  get isSpent(): boolean {
    return this.#cells.length === 0;
  }

  /** What stands in a column, left there. */
  see(name: string): string {
    return this.#cells.find(({ key }) => key === columnKey(name))?.value ?? "";
  }

  /** Whether there is something in a column whose whole heading matches. */
  hasLike(heading: RegExp): boolean {
    return this.#cells.some((cell) => heading.test(cell.heading));
  }

  /** The first column whose heading matches. @returns "" where there is none. */
  takeLike(heading: RegExp): string {
    const found = this.#cells.find((cell) => heading.test(cell.heading));
    this.#cells = this.#cells.filter((cell) => cell !== found);
    return found?.value ?? "";
  }

  /** All of one heading, or of none at all. */
  takeAll(name: string): string[] {
    const found = this.#cells.filter(({ key }) => key === columnKey(name)).map(({ value }) => value);
    this.#cells = this.#cells.filter(({ key }) => key !== columnKey(name));
    return found;
  }

  keepRest(draft: Draft): void {
    for (const { heading, value } of this.#cells) if (value.trim()) draft.extra(heading, value);
    this.#cells = [];
  }
}
