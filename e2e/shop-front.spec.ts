// Deep: a banner that ends on schedule.
import type { Page } from "@playwright/test";
import { aPicture } from "#tests/a-picture.ts";
import { openShopForFile } from "./fixtures/own-shop.ts";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { newShopkeeper, openAs } from "./fixtures/test-data.ts";
import { AT_DESKTOP, DESKTOP, PHONE, VERDICT } from "./fixtures/widths.ts";

// Slides and banner would appear in all other tests.
openShopForFile();

const OWN = ["Cloth with a story, cut for today", "The taste of home, by the spoon"];
const NEW = "Mangoes are here";
/** Accessible name of the button, which includes the slide's header for screen readers. */
const TO_FRUITS = /^To the fruits ?: Mangoes are here$/;

test("the owner adds a slide, moves it first by keyboard, and removes it again", {
  tag: [AT_DESKTOP, VERDICT],
}, async ({ page, browser }) => {
  test.slow();
  const guest = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
  const hero = guest.getByRole("region", { name: "Welcome" });
  const slide = (place: number) => page.getByRole("group", { name: `Slide ${place}`, exact: true });
  const preview = page.getByRole("region", { name: "Preview of the slides" });
  const status = page
    .getByRole("form", { name: "Hero slides" })
    .getByRole("status")
    .getByText(/^(It is|Now)/);
  const save = page.getByRole("button", { name: "Save slides" });
  await test.step("the form starts with the three slides of home", async () => {
    await openAs(page, await newShopkeeper(), "/desk/settings");
    await page.getByRole("link", { name: "Hero slides" }).click();
    await expect(page.getByRole("group", { name: /^Slide \d$/ })).toHaveCount(3);
    await expect(slide(1).getByLabel("Header")).toHaveValue(OWN[0] ?? "");
    await expect(preview.getByRole("heading")).toHaveText([OWN[0] ?? ""]);
  });

  await test.step("missing and invalid fields show errors, and get the focus", async () => {
    await page.getByRole("button", { name: "Add slide" }).press("Enter");
    await expect(page.getByLabel("Choose image of slide 4")).toBeFocused();
    await slide(4).getByLabel("Button link").selectOption("Another page…");
    await slide(4).getByLabel("Page URL").fill("javascript:alert(1)");
    await save.click();
    await expect(slide(4).getByText("The image of slide 4 is missing. Choose one")).toBeVisible();
    await expect(page.getByLabel("Choose image of slide 4")).toBeFocused();
    await expect(slide(4).getByText("Header is required")).toBeVisible();
    await expect(slide(4).getByText(/^Enter a page of this store/)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("text, a link, and a wide image are previewed immediately", async () => {
    await slide(4).getByLabel("Header").fill(NEW);
    await slide(4).getByRole("textbox", { name: "Text", exact: true }).fill("By the box, while they last.");
    await slide(4).getByLabel("Button text").fill("To the fruits");
    await slide(4).getByLabel("Button link").selectOption("Fruits and Vegetables");
    await slide(4).getByLabel("Image description").fill("A box of mangoes");
    await page.getByLabel("Choose image of slide 4").setInputFiles(await aPicture("mangoes.webp", 1600, 400));
    await expect(slide(4).getByRole("img", { name: "The image of slide 4" })).toBeVisible();
    await expect(preview.getByRole("heading")).toHaveText([NEW]);
    await expect(preview.getByRole("img", { name: "A box of mangoes" })).toBeVisible();
    await expect(preview.getByRole("link", { name: TO_FRUITS })).toHaveAttribute("href", "/fruitsandvegetables");
    await preview.getByRole("button", { name: `Show slide 2 of 4: ${OWN[1]}` }).click();
    await expect(preview.getByRole("heading")).toHaveText([OWN[1] ?? ""]);
  });

  await test.step("the slide becomes the first by keyboard", async () => {
    await page.getByRole("button", { name: "Move earlier slide 4" }).focus();
    for (const place of [3, 2, 1]) {
      await page.keyboard.press("Enter");
      await expect(status).toHaveText(`Now slide ${place} of 4.`);
      await expect(page.getByRole("button", { name: `Move earlier slide ${place}` })).toBeFocused();
    }
    await page.keyboard.press("Enter");
    await expect(status).toHaveText("It is already first.");
    await expect(slide(1).getByLabel("Header")).toHaveValue(NEW);
    await expect(preview.getByRole("heading")).toHaveText([NEW]);
  });

  await test.step("a removed slide returns to its position", async () => {
    await page.getByRole("button", { name: "Remove slide 2" }).click();
    await expect(slide(4)).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Remove slide 2" })).toBeFocused();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(slide(2).getByLabel("Header")).toHaveValue(OWN[0] ?? "");
  });

  await test.step("until it is saved, shoppers see the default slides; then the HTML has the new one", async () => {
    expect(await htmlOf(guest, "/home")).toContain(`Show slide 1 of 3: ${OWN[0]}`);
    await save.click();
    await expect(page.getByText("Slides saved")).toBeVisible();
    await expect.poll(() => htmlOf(guest, "/home")).toContain(NEW);
    await guest.goto("/home");
    await expect(hero.getByRole("heading", { level: 2 })).toHaveText([NEW]);
    const picture = hero.getByRole("img", { name: "A box of mangoes" });
    await expect(picture).toHaveAttribute("fetchpriority", "high");
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await expect(hero.getByRole("button", { name: /^Show slide \d of 4/ })).toHaveCount(4);
    await hero.getByRole("button", { name: `Show slide 2 of 4: ${OWN[0]}` }).click();
    await expect(hero.getByRole("heading", { level: 2, name: OWN[0] ?? "" })).toBeVisible();
    await hero.getByRole("button", { name: `Show slide 1 of 4: ${NEW}` }).click();
    await hero.getByRole("link", { name: TO_FRUITS }).click();
    await expect(guest).toHaveURL("/fruitsandvegetables");
  });

  await test.step("after a confirmation the three default slides return, and the image is deleted", async () => {
    const address = await pictureOf(page);
    const back = page.getByRole("button", { name: "Restore default slides" });
    await back.click();
    const question = page.getByRole("dialog", { name: "Restore the three default slides?" });
    await expectAccessible(page, "dialog[open]");
    await question.getByRole("button", { name: "Keep my slides" }).click();
    await expect(slide(1).getByLabel("Header")).toHaveValue(NEW);
    await back.click();
    await question.getByRole("button", { name: "Restore default slides" }).click();
    await expect(page.getByText("Default slides restored.")).toBeVisible();
    await expect(page.getByRole("group", { name: /^Slide \d$/ })).toHaveCount(3);
    await expect(back).toHaveCount(0);
    await expect.poll(() => htmlOf(guest, "/home")).not.toContain(NEW);
    expect(await htmlOf(guest, "/home")).toContain(`Show slide 1 of 3: ${OWN[0]}`);
    await expect.poll(async () => (await guest.request.get(address)).status()).toBe(400);
  });
  await guest.context().close();
});

test("the owner uploads the store's logo, and removes it", { tag: AT_DESKTOP }, async ({ page, browser }) => {
  const guest = await (await browser.newContext()).newPage();
  const logo = guest
    .getByRole("banner")
    .getByRole("link", { name: /Calabash Market/ })
    .locator("img");
  const form = page.getByRole("form", { name: "Logo" });
  const save = form.getByRole("button", { name: "Save logo" });
  await openAs(page, await newShopkeeper(), "/desk/settings/shop");
  await expect(save).toBeDisabled();

  await test.step("a file that is no image is refused", async () => {
    await form
      .getByLabel("Logo", { exact: true })
      .setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("a") });
    await save.click();
    await expect(form.getByText(/^Logo must be/)).toBeVisible();
  });

  await test.step("an image is in the header of the store and of the back office", async () => {
    await form.getByLabel("Logo", { exact: true }).setInputFiles(await aPicture("mangoes.webp", 1600, 400));
    await save.click();
    await expect(page.getByText("Logo saved")).toBeVisible();
    await expect(page.getByRole("banner").locator("img").first()).toHaveAttribute("src", /mangoes/);
    await expect.poll(() => htmlOf(guest, "/home")).toMatch(/<header[\s\S]*mangoes[\s\S]*<\/header>/);
    await guest.goto("/home");
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });

  await test.step("without one, the name stands alone", async () => {
    await form.getByRole("button", { name: "Remove Logo" }).click();
    await save.click();
    await expect(page.getByText("Logo removed")).toBeVisible();
    await expect.poll(() => htmlOf(guest, "/home")).not.toMatch(/<header[\s\S]*mangoes[\s\S]*<\/header>/);
    await guest.goto("/home");
    await expect(logo).toHaveCount(0);
  });
});

test("an announcement is previewed, and stands above the header until its end", { tag: AT_DESKTOP }, async ({
  page,
}) => {
  const words = "Free plantain with every order this week";
  const shown = page.getByText(words, { exact: true });
  await openAs(page, await newShopkeeper(), "/desk/settings/banner");
  await expect(page.getByText("No page shows a banner.")).toBeVisible();
  await page.getByLabel("Text").fill(words);
  await expect(shown).toBeVisible();
  await page.getByLabel("Until").fill("2020-01-01T09:00");
  await expect(page.getByText("This banner has ended. No page shows it.")).toBeVisible();
  await page.getByLabel("Until").fill("2099-12-31T23:59");
  await expectAccessible(page, "html");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("Settings saved")).toBeVisible();
  for (const path of ["/home", "/cart"]) {
    await expect.poll(() => htmlOf(page, path)).toContain(words);
    await page.goto(path);
    for (const width of [DESKTOP, PHONE]) {
      await page.setViewportSize(width);
      await expect(shown).toBeVisible();
      expect((await shown.boundingBox())?.y).toBe(0);
    }
  }
  await page.goto("/desk/settings/banner");
  await page.getByLabel("Until").fill("2020-01-01T09:00");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect.poll(() => htmlOf(page, "/home")).not.toContain(words);
});

/** Returns the page's HTML, before any script runs. */
const htmlOf = async (page: Page, path: string): Promise<string> => (await page.request.get(path)).text();

/** Returns the path of the first slide's stored image. */
async function pictureOf(page: Page): Promise<string> {
  const image = page.getByRole("img", { name: "The image of slide 1" });
  const address = new URL((await image.getAttribute("src")) ?? "", page.url());
  expect(address.pathname).toContain("mangoes.webp");
  return address.pathname.replace("/render/image/public/", "/object/public/");
}
