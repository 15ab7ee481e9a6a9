/** The parts of an address or a name that people build passwords of, each once: an attacker tries them first. */
export function knownWords(...texts: readonly (string | undefined)[]): string[] {
  const words = texts.flatMap((text = "") => [text.trim(), ...text.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set(words.filter((word) => word.length > 2).map((word) => word.toLowerCase()))];
}
