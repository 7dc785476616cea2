// Deep: the hero's clock, its sizes, and the first screen of a phone.
import type { Locator, Page } from "@playwright/test";
import { categories } from "#app/features/catalog/categories.ts";
import { asOlderBrowser } from "./fixtures/older-browser.ts";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { AT_DESKTOP, AT_OWN_WIDTHS, AT_PHONE, PHONE, VERDICT } from "./fixtures/widths.ts";

test.use({ reducedMotion: "no-preference" });

const SLIDES = [
  { header: "Cloth with a story, cut for today", button: "Shop Now" },
  { header: "The taste of home, by the spoon", button: "Explore" },
  { header: "From the market, fresh and frozen", button: "Learn More" },
] as const;

const hero = (page: Page) => page.getByRole("region", { name: "Welcome" });
const dot = (page: Page, place: number) => hero(page).getByRole("button", { name: `Show slide ${place} of 3` });

async function expectSlide(page: Page, place: 1 | 2 | 3): Promise<void> {
  for (const [index, { button }] of SLIDES.entries()) {
    const link = hero(page).getByRole("link", { name: button });
    if (index === place - 1) await expect(link).toBeVisible();
    else await expect(link).toBeHidden();
  }
  await expect(dot(page, place)).toHaveAttribute("aria-current", "true");
}

const offers = (page: Page) => page.getByRole("group", { name: "best offers" });

/** Advances the clock. Each due timer fires once, and animations get the last second frame by frame. */
async function pass(page: Page, ms: number): Promise<void> {
  await page.clock.fastForward(ms - 1_000);
  await page.clock.runFor(1_000);
}

/** Scrolls a carousel into view, so that its script loads. */
async function wake(carousel: Locator): Promise<void> {
  // During hydration the router scrolls the page to the top once.
  await expect(async () => {
    await carousel.scrollIntoViewIfNeeded();
    await expect(carousel.locator("[data-moves]")).toBeVisible({ timeout: 1000 });
  }).toPass();
}

/** Hides everything else in main, which axe would otherwise check, too, and which takes most of the time. */
async function leaveAlone(part: Locator): Promise<void> {
  await part.evaluate((element) => {
    for (let own: Element | null = element; own && own.tagName !== "MAIN"; own = own.parentElement) {
      for (const each of own.parentElement?.children ?? []) {
        if (each !== own && each instanceof HTMLElement) each.dataset["away"] = each.style.display;
        if (each !== own && each instanceof HTMLElement) each.style.display = "none";
      }
    }
  });
}

/** Shows everything that `leaveAlone` hid. */
async function bringBack(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const each of document.querySelectorAll<HTMLElement>("[data-away]")) {
      each.style.display = each.dataset["away"] ?? "";
      delete each.dataset["away"];
    }
  });
}

/** Returns the names on the fully visible slides, from left to right. */
function visibleNames(carousel: Locator): Promise<string[]> {
  return carousel.evaluate((element) => {
    const frame = element.getBoundingClientRect();
    return [...element.querySelectorAll("li")]
      .map((slide) => ({ box: slide.firstElementChild?.getBoundingClientRect(), slide }))
      .filter(({ box }) => box && box.left > frame.left - 2 && box.right < frame.right + 2)
      .sort((one, other) => (one.box?.left ?? 0) - (other.box?.left ?? 0))
      .map(({ slide }) => slide.querySelector("h3, figcaption")?.textContent?.trim() ?? "");
  });
}

test("the hero rotates, follows its dots, and pauses", { tag: AT_PHONE }, async ({ page }) => {
  await page.clock.install();
  await page.goto("/home");
  await test.step("the hero shows one slide at a time, the next every ten seconds, in a loop", async () => {
    await expectSlide(page, 1);
    for (const place of [2, 3, 1] as const) {
      await page.clock.fastForward(10_000);
      await expectSlide(page, place);
    }
  });
  await test.step("a dot jumps to its slide and restarts the ten seconds", async () => {
    await page.clock.pauseAt(Date.now() + 120_000);
    await dot(page, 2).click();
    await expectSlide(page, 2);
    await page.clock.fastForward(9_000);
    await dot(page, 1).click();
    await page.clock.fastForward(9_000);
    await expectSlide(page, 1);
    await page.clock.fastForward(1_000);
    await expectSlide(page, 2);
  });
  await test.step("the hero can be paused and resumed", async () => {
    await hero(page).getByRole("button", { name: "Pause the slides" }).click();
    await page.clock.fastForward(60_000);
    await expectSlide(page, 2);
    await hero(page).getByRole("button", { name: "Play the slides" }).click();
    await page.clock.fastForward(10_000);
    await expectSlide(page, 3);
  });
});

test("the hero's size follows the screen", { tag: AT_OWN_WIDTHS }, async ({ page }) => {
  await page.goto("/home");
  await test.step("slides cross-fade over one second; header and text arrive over one and two", async () => {
    await expect(hero(page).getByRole("listitem").first()).toHaveCSS("transition-duration", "1s, 1s");
    await expect(hero(page).getByRole("heading", { name: SLIDES[0].header })).toHaveCSS("animation-duration", "1s");
    await expect(hero(page).getByText("Ankara, kente and agbada")).toHaveCSS("animation-duration", "2s");
  });
  await test.step("a product row scrolls by its buttons, which are hidden when everything fits", async () => {
    const on = page.getByRole("button", { name: "Scroll African Wears on" });
    const back = page.getByRole("button", { name: "Scroll African Wears back" });
    await expect(back).toBeHidden();
    await on.click();
    await expect(back).toBeVisible();
    await back.focus();
    await page.keyboard.press("Enter");
    await expect(back).toHaveAttribute("aria-disabled", "true");
    await expect(back).toBeFocused();
    await on.click();
    await expect(back).toBeVisible();
    await page.setViewportSize({ width: 3000, height: 900 });
    await page.evaluate(() => window.dispatchEvent(new Event("resize")));
    await back.click();
    await expect(back).toBeHidden();
  });
  await test.step("the hero is half the screen high on a phone and 80 % from 541 px", async () => {
    for (const [width, share] of [
      [540, 0.5],
      [541, 0.8],
    ] as const) {
      await page.setViewportSize({ width, height: 1000 });
      await expect.poll(async () => (await hero(page).boundingBox())?.height).toBe(1000 * share);
    }
  });
  await test.step("the hero's button is large above 768 px and medium otherwise", async () => {
    const button = hero(page).getByRole("link", { name: "Shop Now", includeHidden: true });
    await page.setViewportSize({ width: 768, height: 900 });
    await expect(button).toHaveCSS("min-height", "44px");
    await page.setViewportSize({ width: 769, height: 900 });
    await expect(button).toHaveCSS("min-height", "52px");
  });
});

test("the slides are accessible and link to their pages", { tag: AT_PHONE }, async ({ page }) => {
  await page.goto("/home");
  await test.step("every slide is accessible", async () => {
    await leaveAlone(hero(page));
    for (const place of [2, 3] as const) {
      await dot(page, place).click();
      await expectSlide(page, place);
      // pages.spec.ts checks the rest of the page.
      await expectAccessible(page, 'section[aria-label="Welcome"]');
    }
    await bringBack(page);
  });
  const html = page.locator("html");
  await test.step("anchor links scroll smoothly, and new pages open without scrolling", async () => {
    await expect(html).toHaveCSS("scroll-behavior", "auto");
    await dot(page, 1).click();
    await hero(page).getByRole("link", { name: "Shop Now" }).click();
    await expect(html).toHaveCSS("scroll-behavior", "smooth");
  });
  await test.step("the slides link to their pages", async () => {
    await expect(page).toHaveURL("/home#wearsandStyles");
    await expect(page.getByRole("heading", { name: "African Wears", exact: true })).toBeInViewport();
    await dot(page, 3).click();
    await hero(page).getByRole("link", { name: "Learn More" }).click();
    await expect(page).toHaveURL("/home#meatandSeaFood");
    await expect(page.getByRole("heading", { name: "Meat and Sea Food" })).toBeInViewport();
    await dot(page, 2).click();
    await hero(page).getByRole("link", { name: "Explore" }).click();
    await expect(page).toHaveURL("/condiments");
  });
});

test("the carousels move, pause under the pointer and focus, and fit the screen", {
  tag: [AT_DESKTOP, VERDICT],
}, async ({ page }) => {
  await asOlderBrowser(page);
  await page.clock.install();
  await page.goto("/home");
  await wake(offers(page));
  await test.step("Best Offers shows discounted products only, and moves on a timer and by its buttons", async () => {
    const slides = offers(page).getByRole("listitem");
    await expect(slides.filter({ hasText: "Save" })).toHaveCount(await slides.count());
    const [first] = await visibleNames(offers(page));
    await page.clock.runFor(5_000);
    await expect.poll(async () => (await visibleNames(offers(page)))[0]).not.toBe(first);
    await offers(page).getByRole("button", { name: "Pause the best offers" }).click();
    await page.clock.runFor(1_000);
    const [second] = await visibleNames(offers(page));
    await pass(page, 30_000);
    expect((await visibleNames(offers(page)))[0]).toBe(second);
    await offers(page).getByRole("button", { name: "Next: best offers" }).click();
    await page.clock.runFor(2_000);
    expect((await visibleNames(offers(page)))[0]).not.toBe(second);
    await offers(page).getByRole("button", { name: "Previous: best offers" }).click();
    await page.clock.runFor(2_000);
    expect((await visibleNames(offers(page)))[0]).toBe(second);
  });

  await test.step("Best Offers pauses under the pointer and while it has the focus", async () => {
    await offers(page).getByRole("button", { name: "Play the best offers" }).click();
    await page.mouse.move(0, 0);
    const product = () => offers(page).getByRole("link").filter({ visible: true }).first();
    await product().focus();
    await page.clock.runFor(2_000);
    const [focused] = await visibleNames(offers(page));
    await pass(page, 30_000);
    expect((await visibleNames(offers(page)))[0]).toBe(focused);
    await offers(page).getByRole("button", { name: "Next: best offers" }).focus();
    await page.clock.runFor(6_000);
    await expect.poll(async () => (await visibleNames(offers(page)))[0]).not.toBe(focused);

    const box = await offers(page).boundingBox();
    if (!box) throw new Error("Best Offers has no bounding box.");
    await page.mouse.move(box.x + box.width / 2, box.y + 100);
    await page.clock.runFor(2_000);
    const [hovered] = await visibleNames(offers(page));
    await pass(page, 30_000);
    expect((await visibleNames(offers(page)))[0]).toBe(hovered);
    await page.mouse.move(0, 0);
  });

  await test.step("Best Offers shows four slides, three under 1024 px, two under 768, one under 468", async () => {
    for (const [width, count] of [
      [1280, 4],
      [1024, 4],
      [1023, 3],
      [768, 3],
      [767, 2],
      [468, 2],
      [467, 1],
      [360, 1],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(async () => (await visibleNames(offers(page))).length, `at ${width} px`).toBe(count);
    }
  });

  await test.step("all seven testimonials are shown, one every six seconds", async () => {
    await page.setViewportSize(PHONE);
    const testimonials = page.getByRole("group", { name: "testimonials" });
    await wake(testimonials);
    await expect(testimonials.getByRole("listitem")).toHaveCount(7);
    await page.clock.pauseAt(Date.now() + 3_600_000);
    const first = new Set<string>();
    // A transition may be running after six seconds, so the loop allows one more turn.
    for (let turn = 0; turn < 8 && first.size < 7; turn += 1) {
      await expect(async () => {
        const [name] = await visibleNames(testimonials);
        if (!name) await page.clock.runFor(200);
        expect(name).toBeDefined();
        first.add(name ?? "");
      }).toPass();
      await pass(page, 6_000);
    }
    expect(first.size).toBe(7);
  });
});

test.describe("under reduced motion", () => {
  test("nothing on the home page moves without input, so nothing needs a pause button", { tag: AT_PHONE }, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.clock.install();
    await page.goto("/home");
    await wake(offers(page));
    const [first] = await visibleNames(offers(page));
    await pass(page, 60_000);
    expect((await visibleNames(offers(page)))[0]).toBe(first);
    await expectSlide(page, 1);
    await expect(page.getByRole("button", { name: /^Pause/ })).toHaveCount(0);
    await hero(page).getByRole("link", { name: "Shop Now" }).click();
    await expect(page).toHaveURL("/home#wearsandStyles");
    await expect(page.locator("html")).toHaveCSS("scroll-behavior", "auto");
  });
});

test("on a phone the search field and the nine categories fit the first screen of home", { tag: AT_PHONE }, async ({
  page,
}) => {
  await page.goto("/home");
  await expect(page.getByRole("combobox", { name: "Search the store" })).toBeInViewport({ ratio: 1 });
  const tiles = page.getByRole("navigation", { name: "Categories" }).getByRole("link");
  await expect(tiles).toHaveCount(categories.length);
  for (const { menuLabel, path } of categories) {
    await expect(tiles.and(page.getByRole("link", { name: menuLabel(), exact: true }))).toHaveAttribute("href", path);
  }
  for (const [place, { path }] of categories.entries()) {
    await expect(tiles.nth(place)).toHaveAttribute("href", path);
    await expect(tiles.nth(place)).toBeInViewport({ ratio: 1 });
    const picture = tiles.nth(place).locator("img");
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    expect(await picture.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/width=(160|320)&/);
  }
});
