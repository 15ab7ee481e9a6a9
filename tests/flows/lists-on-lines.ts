/** Writes a changed answer as the server would: the rows of its lists on separate lines (contract, Note: Lists in lines), so that a lie is read like a true answer. */

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

export function withListsOnLines(answer: unknown): string {
  const data = isObject(answer) ? answer.data : undefined;
  if (!isObject(answer) || !isObject(data)) return JSON.stringify(answer);
  const parts = Object.entries(answer).map(
    ([name, part]) => `${JSON.stringify(name)}:${part === data ? listsOf(data) : JSON.stringify(part)}`,
  );
  return `{${parts.join(",")}}`;
}

function listsOf(data: Record<string, unknown>): string {
  const lists = Object.entries(data).map(([name, list]) => `${JSON.stringify(name)}:${isRows(list) ? rowsOf(list) : JSON.stringify(list)}`);
  return `{${lists.join(",")}}`;
}

const isRows = (list: unknown): list is readonly unknown[] => Array.isArray(list) && list.length > 0;
const rowsOf = (list: readonly unknown[]): string => `[\n${list.map((row) => JSON.stringify(row)).join(",")}\n]`;
