/** The first lines of the extension's pages, as a page that frames one sees them: not at all. Tests of components run in a frame. */
import { expect, it, onTestFinished } from "vitest";
import { isDarkChosen } from "./chosen-theme.ts";

/** Not named in the import: what vite looks through before the tests would go on into the whole app. */
const SPLASH = new URL("./splash.ts", import.meta.url).href;

it("shows nothing and loads nothing inside another page", async () => {
  const root = Object.assign(document.createElement("div"), { id: "root" });
  document.body.append(root);
  localStorage.setItem("theme", "dark");
  onTestFinished(() => {
    root.remove();
    localStorage.clear();
  });
  expect(isDarkChosen()).toBe(true);
  await expect(import(/* @vite-ignore */ SPLASH)).rejects.toThrow("This page may not be framed");
  expect(root.childElementCount).toBe(0);
  expect(document.documentElement.dataset.mantineColorScheme).not.toBe("dark");
});
