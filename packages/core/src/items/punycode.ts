/** Decodes internationalized host names (RFC 3492), which browsers report as `xn--…`. */

const [BASE, LEAST, MOST, SKEW, DAMP, FIRST_BIAS, FIRST] = [36, 1, 26, 38, 700, 72, 128];

/** @returns the host with each label decoded; labels that are not valid punycode stay as they are. */
export const fromPunycode = (host: string): string =>
  host
    .split(".")
    .map((label) => (label.startsWith("xn--") ? (decoded(label.slice(4)) ?? label) : label))
    .join(".");

function decoded(code: string): string | null {
  const end = code.lastIndexOf("-");
  const points = Array.from(code.slice(0, Math.max(0, end)), (letter) => letter.codePointAt(0) ?? 0);
  let [point, index, bias] = [FIRST, 0, FIRST_BIAS];
  for (let at = end + 1; at < code.length; ) {
    const before = index;
    for (let weight = 1, step = BASE; ; step += BASE) {
      const digit = Number.parseInt(code[at++] ?? "", BASE);
      if (Number.isNaN(digit)) return null;
      // "a" to "z" are 0 to 25 here, "0" to "9" are 26 to 35.
      const value = digit < 10 ? digit + 26 : digit - 10;
      index += value * weight;
      const least = step <= bias ? LEAST : Math.min(step - bias, MOST);
      if (value < least) break;
      weight *= BASE - least;
    }
    const length = points.length + 1;
    bias = adapted(index - before, length, before === 0);
    point += Math.floor(index / length);
    if (point > 0x10ffff) return null;
    index %= length;
    points.splice(index++, 0, point);
  }
  return String.fromCodePoint(...points);
}

function adapted(delta: number, length: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / DAMP) : delta >> 1;
  rest += Math.floor(rest / length);
  let step = 0;
  for (; rest > ((BASE - LEAST) * MOST) >> 1; step += BASE) rest = Math.floor(rest / (BASE - LEAST));
  return step + Math.floor(((BASE - LEAST + 1) * rest) / (rest + SKEW));
}
