/** The frame of the pages that need no sign-in: where its bar leads. */
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { ANN } from "../testing/ann.ts";
import { fakeClient } from "../testing/fake-client.ts";
import { renderApp } from "../testing/render.tsx";
import { PublicShell } from "./PublicShell.tsx";

const bar = page.getByRole("navigation", { name: "Main" });
const links = () => [...bar.element().querySelectorAll("a")].map((link) => `${link.textContent} ${link.getAttribute("href")}`);

it("leads a stranger to what it is, why it is safe, the sign-in and the registration", async () => {
  await renderApp(<PublicShell />, { client: fakeClient({ session: null }), at: "/" });
  await expect.poll(links).toEqual(["Features /features", "Security /security", "Login /login", "Get Started Free /register"]);
});

it("leads a signed-in user to the vault", async () => {
  await renderApp(<PublicShell />, { client: fakeClient({ session: ANN }), at: "/features" });
  await expect.poll(links).toEqual(["Features /features", "Security /security", "Vault /vaults"]);
});

it("folds on a phone, and says all of it when asked", async () => {
  await page.viewport(360, 740);
  await renderApp(<PublicShell />, { client: fakeClient({ session: null }), at: "/" });
  await expect.element(page.getByRole("link", { name: "Get Started Free" })).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Menu" }).click();
  await expect.element(page.getByRole("link", { name: "Get Started Free" })).toBeVisible();
  await page.viewport(1280, 800);
});
