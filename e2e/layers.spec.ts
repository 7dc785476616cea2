// Deep: header and footer do not depend on which page loads first.
import type { CDPSession, Page } from "@playwright/test";
import { openFilledCart } from "./fixtures/filled-cart.ts";
import { expect, findProductPath, test } from "./fixtures/shop-test.ts";
import { AT_OWN_WIDTHS } from "./fixtures/widths.ts";

/**
 * Each page loads its style sheets on its first visit, and browsers reorder the sheets after rotation, theme changes,
 * and print. Header and footer must look the same in whatever order pages are visited.
 */
const PATHS = `
  /home /condiments /blog /blogs/1 /about /contact /cart /auth /auth/forgot /error /privacy /delivery-and-returns`
  .trim()
  .split(/\s+/);
const UPRIGHT = { width: 390, height: 844 };
const TURNED = { width: 844, height: 390 };

/** Returns the computed styles of header, footer, and heading. */
function readLooks(): string {
  return ["header > :first-child", "header a[href='/']", "footer", "footer a", "footer h2", "main h1"]
    .map((part) => {
      const element = document.querySelector(part);
      if (!element) return `${part}: none`;
      const { color, backgroundColor, display, paddingLeft, fontSize, marginTop } = getComputedStyle(element);
      return `${part}: ${[color, backgroundColor, display, paddingLeft, fontSize, marginTop].join(" ")}`;
    })
    .join("\n");
}

interface Way {
  size: { width: number; height: number };
  colorScheme: "light" | "dark";
}

const WAYS = [
  { size: UPRIGHT, colorScheme: "light" },
  { size: TURNED, colorScheme: "dark" },
] as const satisfies readonly Way[];

/**
 * Returns the computed styles for print and screen, after a rotation and a theme change. All commands are sent
 * together, so that the browser reorders its style sheets for each but paints nothing in between.
 */
async function look(browser: CDPSession, { size, colorScheme }: Way): Promise<string[]> {
  const features = [{ name: "prefers-color-scheme", value: colorScheme }];
  const read = { expression: `(${readLooks})()` };
  const [, , onPaper, , onScreen] = await Promise.all([
    browser.send("Emulation.setDeviceMetricsOverride", { ...size, deviceScaleFactor: 1, mobile: false }),
    browser.send("Emulation.setEmulatedMedia", { media: "print", features }),
    browser.send("Runtime.evaluate", read),
    browser.send("Emulation.setEmulatedMedia", { media: "screen", features }),
    browser.send("Runtime.evaluate", read),
  ]);
  return [onPaper.result.value, onScreen.result.value];
}

/** Returns the page's style sheets in order: URLs, and the text of inline ones. */
const readSheets = (page: Page) =>
  page.evaluate(() =>
    [...document.styleSheets].map(({ href, ownerNode }) => href ?? (ownerNode as Element).textContent).join("\n"),
  );

/**
 * Navigates by client navigation and waits in the page, because polling takes longer than the navigation.
 * @param from title of the current page
 * @returns title of the new page
 */
const walkOn = (page: Page, path: string, from: string) =>
  page.evaluate(
    async ([to, left]) => {
      const hasCome = new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (document.title === "" || document.title === left) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(document.head, { childList: true, subtree: true, characterData: true });
      });
      const shop = window as unknown as { __reactRouterDataRouter: { navigate(path: string): Promise<void> } };
      await shop.__reactRouterDataRouter.navigate(to);
      // React inserts title, style sheets, and page at once.
      await hasCome;
      const coming = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")]
        // A repeated style sheet is disabled.
        .filter(({ sheet, disabled }) => !disabled && sheet === null)
        .map((link) => new Promise((come) => link.addEventListener("load", come, { once: true })));
      await Promise.all(coming);
      return document.title;
    },
    [path, from] as const,
  );

/** Hides the page's other content, which this test does not check: each rotation would lay it out again. */
async function showOnlyHeadings(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("main *:not(:has(h1), h1) { display: none !important }");
    document.adoptedStyleSheets = [sheet];
  });
}

test.use({
  launchOptions: [
    // Images do not matter here, and each rotation would paint them again.
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), "--blink-settings=imagesEnabled=false"] }),
    { scope: "worker" },
  ],
});

test("header and footer look the same on every page, whichever page loads first", { tag: AT_OWN_WIDTHS }, async ({
  page,
}) => {
  test.slow();
  const paths = [...PATHS, await findProductPath(page)];
  await showOnlyHeadings(page);
  const browser = await page.context().newCDPSession(page);
  const alone = new Map<string, { title: string; looks: string[][] }>();
  const brought = new Set<string>();
  const met: { first: string; next: string; way: 0 | 1; title: string; looks: string[] }[] = [];
  for (const first of paths) {
    await page.goto(first);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    let title = await page.title();
    const sheets = await readSheets(page);
    alone.set(first, { title, looks: [await look(browser, WAYS[0]), await look(browser, WAYS[1])] });
    // The style sheets in use are those of the loaded page, followed by those of the page navigated to. If an earlier
    // page had the same sheets in the same order, its navigations need not be repeated.
    if (brought.has(sheets)) continue;
    brought.add(sheets);
    for (const next of paths.filter((path) => path !== first)) {
      title = await walkOn(page, next, title);
      const way = met.length % 2 === 0 ? 0 : 1;
      met.push({ first, next, way, title, looks: await look(browser, WAYS[way]) });
    }
  }
  expect(brought.size).toBeGreaterThan(paths.length / 2);
  const [bright = [], dark = []] = alone.get("/home")?.looks ?? [];
  expect(new Set([...bright, dark[1]]).size, "paper, screen and dark screen look different").toBe(3);
  for (const { first, next, way, title, looks } of met) {
    const { title: itsOwn, looks: itsLooks } = alone.get(next) ?? { title: "", looks: [] };
    expect({ first, next, title, looks }).toEqual({ first, next, title: itsOwn, looks: itsLooks[way] });
  }
});

test("a toast covers no heading, no button, and not the cart", async ({ page }) => {
  await openFilledCart(page);
  await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  const message = page.getByText("Please login or sign up to proceed");
  await expect(message).toBeVisible();
  await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
  const covered = await message.evaluate((text) => {
    const box = text.closest("[data-toast]")?.getBoundingClientRect() ?? new DOMRect();
    return [...document.querySelectorAll("h1, h2, button, header a")]
      .filter((element) => element.checkVisibility() && !element.closest("[data-toast]"))
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
      })
      .map((element) => element.textContent);
  });
  expect(covered).toEqual([]);
});
