/** What popup, vault and options show before the app is there: a browser draws a few lines at once, and loads the app's half a megabyte after that. */
import "@coffer/app/ui/tokens.css";
import { isDarkChosen } from "./chosen-theme.ts";
import { isOfSources, ownLanguage, startIn } from "./own-language.ts";
import styles from "./splash.module.css";

if (window !== top) throw new Error("This page may not be framed");

/** A page behind another one is not drawn, and waits for nothing. */
const DRAWN_WITHIN_MS = 50;

if (isDarkChosen()) document.documentElement.setAttribute("data-mantine-color-scheme", "dark");

const first = document.createElement("div");
first.className = (location.pathname === "/popup.html" ? styles.popup : styles.page) ?? "";
const mark = new Image(44, 44);
mark.src = "/favicon.svg";
mark.alt = "";
first.append(mark, "Coffer");
document.body.className = styles.body ?? "";
document.getElementById("root")?.append(first);

async function start(): Promise<void> {
  const asked = ownLanguage();
  await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, DRAWN_WITHIN_MS);
  });
  const language = await asked;
  await (isOfSources(language) ? import("./main.tsx") : startIn(language, "main"));
}

void start();
