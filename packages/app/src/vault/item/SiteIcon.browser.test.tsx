/** The mark of a well-known site next to its item, in ink; a letter for the others; and no request for either. */
import { expect, it, vi } from "vitest";
import { fakeClient } from "../../testing/fake-client.ts";
import { renderApp } from "../../testing/render.tsx";
import { anItem } from "../../testing/sample-items.ts";
import { SiteIcon } from "./SiteIcon.tsx";

it("is drawn from what the product brings along", async () => {
  const asked = vi.spyOn(window, "fetch");
  const [known, other] = ["https://github.com/login", "https://library.example"].map((website_url) =>
    anItem("Site", { fields: { website_url } }),
  );
  if (!known || !other) throw new Error("two items");
  await renderApp(
    <>
      <SiteIcon item={known} />
      <SiteIcon item={other} />
    </>,
    { client: fakeClient({}) },
  );
  await expect.poll(() => document.querySelectorAll("svg[data-mark] path").length).toBe(1);
  const [ink] = [...document.querySelectorAll("svg[data-mark]")].map((mark) => getComputedStyle(mark).color);
  const strong = document.createElement("i");
  strong.style.color = "var(--text-strong)";
  document.body.append(strong);
  expect(ink).toBe(getComputedStyle(strong).color);
  strong.remove();
  expect(document.body.textContent).toContain("S");
  expect(document.images).toHaveLength(0);
  expect(asked).not.toHaveBeenCalled();
});
