/** A password file as Chrome writes it, of any length: real columns, LF line ends, quotes only where needed, and every kind of value that has broken an importer. */

const NAMES = ["Shop, the best", 'The "Club"', "Bücherei", "متجر الكتب", "חנות", "🦊 Fox", "两个字", "plain"];
const NOTES = ["", "", "", "first line\nsecond line", 'he said "no", twice', "🔑 kept here", "ملاحظة", "a;b\tc"];
const PASSWORDS = ["p,a,s,s", 'q"uo"te', "=SUM(A1)", " spaced ", "🔒пароль", "+1-2@3", "simple1A!", "back\\slash"];

/** The element at an index, wrapping around. */
const nth = (list: readonly string[], index: number): string => list[index % list.length] ?? "";
const cell = (value: string): string => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

/** @param rows - number of logins; every seventh has no user name, each has its own site. */
export function chromeExport(rows: number): string {
  const lines = Array.from({ length: rows }, (_, index) => {
    const name = `${nth(NAMES, index)} ${index + 1}`;
    const url = `https://site-${index + 1}.example.com/login?next=%2F,${index}`;
    const username = index % 7 === 3 ? "" : `user${index + 1}@example.com`;
    return [name, url, username, `${nth(PASSWORDS, index)}${index + 1}`, nth(NOTES, index)].map(cell).join(",");
  });
  return `${["name,url,username,password,note", ...lines].join("\n")}\n`;
}
