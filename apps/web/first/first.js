/*
 * Runs before the first paint: a dark page is never white for a moment, and the outline that is drawn until the app is there is that of the page to come. The
 * strict content policy allows no inline script.
 */
try {
  const page = document.documentElement;
  const isFollowing = localStorage.getItem("theme-follows-system") === "on";
  const isDark = isFollowing ? matchMedia("(prefers-color-scheme: dark)").matches : localStorage.getItem("theme") === "dark";
  if (isDark) page.setAttribute("data-mantine-color-scheme", "dark");
  const path = location.pathname;
  const isSite = ["/features", "/privacy-policy", "/terms-of-service", "/not-authorized"].includes(path);
  const mayResume = localStorage.getItem("auth") !== null;
  if (isSite || (path === "/" && !mayResume)) page.setAttribute("data-first", "site");
  else if (mayResume) page.setAttribute("data-first", "vault");
} catch {
  // Storage is switched off: light, and the outline of the sign-in, as when nothing is known.
}
