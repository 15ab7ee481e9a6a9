/** A row with its heading, whose values are each taken once; values not taken become custom fields. */
import type { Draft } from "../draft.ts";
import { columnKey } from "../source.ts";

interface Cell {
  readonly heading: string;
  readonly key: string;
  readonly value: string;
}

export class NamedRow {
  #cells: readonly Cell[];

  /** @param ignored - headings of columns that mean nothing to a user. */
  constructor(header: readonly string[], cells: readonly string[], ignored: readonly string[] = []) {
    const silent = new Set(ignored.map(columnKey));
    this.#cells = cells
      .map((value, index) => ({ heading: header[index]?.trim() ?? "", key: columnKey(header[index] ?? ""), value }))
      .filter(({ key, value }) => value !== "" && !silent.has(key));
  }

  /** @param names - names of the column in different versions. @returns "" if it is missing or empty. */
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

  /** Whether the column has a value. */
  has(name: string): boolean {
    return this.see(name) !== "";
  }

  /** Whether all values were taken. */
  get isSpent(): boolean {
    return this.#cells.length === 0;
  }

  /** Reads a column without taking its value. */
  see(name: string): string {
    return this.#cells.find(({ key }) => key === columnKey(name))?.value ?? "";
  }

  /** Whether a column with a matching heading has a value. */
  hasLike(heading: RegExp): boolean {
    return this.#cells.some((cell) => heading.test(cell.heading));
  }

  /** Takes the first column with a matching heading. @returns "" if there is none. */
  takeLike(heading: RegExp): string {
    const found = this.#cells.find((cell) => heading.test(cell.heading));
    this.#cells = this.#cells.filter((cell) => cell !== found);
    return found?.value ?? "";
  }

  /** Takes all columns with this heading, which may be empty. */
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
