/** The parameter of an invitation in what somebody pasted: the whole link, or what stands behind `token=`. */
export function pastedToken(text: string): string {
  const link = text.trim();
  return URL.canParse(link) ? (new URL(link).searchParams.get("token") ?? "") : link.replace(/^.*\btoken=/, "");
}
