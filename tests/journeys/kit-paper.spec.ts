/** The recovery kit on paper: one page, whatever the theme, with a code that a camera reads; and none of it is left once the kit is put away. */
import { expect, test } from "@playwright/test";
import jsQR from "jsqr";
import { expectGone } from "./heap.ts";
import { textOfPdf } from "./pdf-text.ts";
import { newProfile, PASSWORD, useProduct } from "./world.ts";

const product = useProduct();

test("a new account's kit is printed on one page, and its code says the key", async ({ browser }) => {
  // As fine as a printer, nearly.
  const page = await newProfile(browser, { deviceScaleFactor: 3 });
  const asked: string[] = [];
  await page.goto(product.firstAdminLink);
  await page.evaluate(() => localStorage.setItem("theme", "dark"));
  await page.reload();
  await page.getByLabel("Email address").fill("paper@example.com");
  await page.getByLabel("Master Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm Master Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create Account" }).click();
  const kit = page.getByRole("dialog", { name: "Save your recovery key" });
  await expect(kit).toBeVisible({ timeout: 30_000 });
  // A page of its own: nothing of the frame of the public pages is next to it.
  const covered = await kit.boundingBox();
  const window = page.viewportSize();
  expect([covered?.x, covered?.y, covered?.width, covered?.height]).toEqual([0, 0, window?.width, window?.height]);
  const groups = (await kit.getByTestId("recovery-key").getByRole("listitem").allInnerTexts()).map(
    (text) => text.split("\n").at(-1)?.trim() ?? "",
  );
  expect(groups.map(({ length }) => length)).toEqual([4, 4, 4, 4, 4, 4, 4, 4, 2]);
  page.on("request", (request) => void asked.push(`${request.url()} ${request.postData() ?? ""}`));

  for (const format of ["A4", "Letter"]) {
    const pdf = await page.pdf({ format });
    expect(pdf.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(1);
    // As text: it can be searched, and copied from a file that was printed.
    const text = textOfPdf(pdf).replaceAll(/\s/g, "");
    for (const part of [...groups, "paper@example.com"]) expect(text).toContain(part);
  }

  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 700, height: 1000 });
  await expect(page.getByTestId("kit-paper")).toBeVisible();
  await expect(kit).toBeHidden();
  const code = (await page.getByTestId("kit-qr").screenshot()).toString("base64");
  const { data, width, height } = await page.evaluate(async (png) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (character) => character.charCodeAt(0))]));
    const draw = new OffscreenCanvas(image.width, image.height).getContext("2d") as OffscreenCanvasRenderingContext2D;
    draw.drawImage(image, 0, 0);
    return { data: [...draw.getImageData(0, 0, image.width, image.height).data], width: image.width, height: image.height };
  }, code);
  expect(jsQR(Uint8ClampedArray.from(data), width, height)?.data.replaceAll("-", "")).toBe(groups.join(""));
  await page.emulateMedia({ media: null });
  expect(asked.filter((text) => groups.some((group) => text.includes(group)))).toEqual([]);
  await page.context().close();
});

test("nothing of it stays once it is put away", async ({ page }) => {
  await page.goto(await product.invite());
  await page.getByLabel("Email address").fill("gone@example.com");
  await page.getByLabel("Master Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm Master Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create Account" }).click();
  const kit = page.getByRole("dialog", { name: "Save your recovery key" });
  await expect(kit).toBeVisible({ timeout: 30_000 });
  const paper = page.getByTestId("kit-paper");
  const groups = await paper.locator("ol").first().locator("li").allTextContents();
  const path = (await paper.locator("path").last().getAttribute("d")) ?? "";
  for (const label of await kit.locator("label").allInnerTexts()) {
    await kit.getByLabel(label, { exact: true }).pressSequentially(groups[Number(/\d+/.exec(label)?.[0]) - 1] ?? "");
  }
  await kit.getByRole("button", { name: "I have saved it" }).click();
  await expect(kit).toBeHidden();
  await expect(paper).toHaveCount(0);
  expect(path.length).toBeGreaterThan(1000);
  await expectGone(page, [path.slice(0, 200)]);
});
