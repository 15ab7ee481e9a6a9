/*
 * Runs before the first paint: a dark page is never white for a moment, and the outline that is drawn until the app is there is that of the page to come. The
 * strict content policy allows no inline script.
 */
try {
  const page = document.documentElement;
  // The browser's own bar goes with the page, whichever theme was chosen on it.
  const paint = () => {
    const color = getComputedStyle(page).getPropertyValue("--surface-0");
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) if (color !== "") meta.setAttribute("content", color);
  };
  new MutationObserver(paint).observe(page, { attributeFilter: ["data-mantine-color-scheme"] });
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
