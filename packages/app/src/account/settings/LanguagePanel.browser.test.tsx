/** What a person meets who wants the app in another language: the choice is the browser's until another is made, and it is loaded again only where there is a page to load. */
import "@mantine/core/styles/default-css-variables.layer.css";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { unsaved } from "../../frame/unsaved.ts";
import { ANN } from "../../testing/ann.ts";
import { fakeClient } from "../../testing/fake-client.ts";
import { renderApp } from "../../testing/render.tsx";
import { seeToast } from "../../testing/toasts.ts";
import { LanguagePanel } from "./LanguagePanel.tsx";

const choice = page.getByRole("combobox", { name: "Language" });
/** What asks whether the server is there. */
const asking = (answer: () => Promise<Response>) => vi.spyOn(globalThis, "fetch").mockImplementation(answer);

async function open() {
  const reload = vi.fn();
  await renderApp(<LanguagePanel id="language" title="Language" reload={reload} />, { client: fakeClient({ session: ANN }) });
  return reload;
}

const forget = (): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the panel does
  document.cookie = "language=; Max-Age=0; Path=/";
};

beforeEach(() => {
  forget();
  asking(async () => new Response('<script type="module" src="/program.js"></script>'));
});
afterEach(() => {
  forget();
  vi.restoreAllMocks();
});

describe("the language", () => {
  it("is that of the browser until another is chosen, each in its own words", async () => {
    await open();
    await expect.element(choice).toHaveDisplayValue("As this browser");
    const names = [...(choice.element() as HTMLSelectElement).options].map(({ label }) => label);
    expect(names).toEqual(["As this browser", "English", "Deutsch", "Español"]);
  });

  it("is kept for a year where the server reads it, and the page is loaded again", async () => {
    const written = vi.spyOn(document, "cookie", "set");
    const reload = await open();
    await choice.selectOptions("Deutsch");
    await expect.poll(() => reload.mock.calls.length).toBe(1);
    expect(written.mock.calls).toEqual([["language=de; Max-Age=31536000; Path=/; SameSite=Lax"]]);
    expect(document.cookie).toContain("language=de");
  });

  it("is shown as it was chosen, and is the browser's again when that is chosen", async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: as the panel does
    document.cookie = "language=es; Path=/";
    const reload = await open();
    await expect.element(choice).toHaveDisplayValue("Español");
    await choice.selectOptions("As this browser");
    await expect.poll(() => reload.mock.calls.length).toBe(1);
    expect(document.cookie).not.toContain("language");
  });

  it.each(["fr", "ar", "../de", ""])("is the browser's where the cookie says something else: %s", async (code) => {
    // biome-ignore lint/suspicious/noDocumentCookie: as something else might
    document.cookie = `language=${code}; Path=/`;
    await open();
    await expect.element(choice).toHaveDisplayValue("As this browser");
  });

  it("stays, and says why, where no server has the page in another", async () => {
    asking(() => Promise.reject(new TypeError("Failed to fetch")));
    const reload = await open();
    await choice.selectOptions("Deutsch");
    await seeToast("The language was not changed. There is no connection to the server.");
    await expect.element(choice).toHaveDisplayValue("As this browser");
    expect([reload.mock.calls, document.cookie.includes("language")]).toEqual([[], false]);
  });

  it("does not wait for a server that does not answer, either", async () => {
    asking(() => new Promise(() => undefined));
    await open();
    await choice.selectOptions("Deutsch");
    await expect.element(choice).toHaveDisplayValue("Deutsch");
    await seeToast("The language was not changed. There is no connection to the server.");
    await expect.element(choice).toHaveDisplayValue("As this browser");
  });

  it("waits for the last letters of a form that is half typed: they are kept sealed, and offered again", async () => {
    const typed = unsaved.hold(false);
    const reload = await open();
    await choice.selectOptions("Español");
    await expect.poll(() => document.cookie).toContain("language=es");
    expect(reload).not.toHaveBeenCalled();
    await expect.poll(() => reload.mock.calls.length, { timeout: 10_000 }).toBe(1);
    typed();
  });
});
