/** The parameter of an invitation in what someone pasted: the whole link, or what follows `token=`. */
export function pastedToken(text: string): string {
  const link = text.trim();
  return URL.canParse(link) ? (new URL(link).searchParams.get("token") ?? "") : link.replace(/^.*\btoken=/, "").replace(/#.*$/, "");
}

/** The secret behind "#" in it; empty where there is none. */
export const pastedFragment = (text: string): string => /#[\w-]+$/.exec(text.trim())?.[0] ?? "";
