import type { Page } from "@playwright/test";
import { expect, findProductPath, test } from "./fixtures/shop-test.ts";
import { walk } from "./fixtures/walk.ts";
import { AT_OWN_WIDTHS } from "./fixtures/widths.ts";

/**
 * Each page brings its style sheets when it is first seen, and browsers put the sheets in order again at every
 * turn of the screen, change of theme, and print. Whatever the order of a visit, the frame looks the same.
 */
const PATHS = [
  "/home",
  "/condiments",
  "/blog",
  "/blogs/1",
  "/about",
  "/contact",
  "/cart",
  "/auth",
  "/auth/forgot",
  "/error",
  "/privacy",
  "/delivery-and-returns",
];
const UPRIGHT = { width: 390, height: 844 };
const TURNED = { width: 844, height: 390 };

/** How header, footer and a button look, as the browser works it out. */
function readLooks(): string {
  const parts = ["header > :first-child", "header a[href='/']", "footer", "footer a", "footer h2", "main h1"];
  return parts
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

const WAYS: Way[] = [
  { size: UPRIGHT, colorScheme: "light" },
  { size: TURNED, colorScheme: "dark" },
];

/** The looks on paper and on the screen, after the turn and the change of theme that lead there. */
async function look(page: Page, { size, colorScheme }: Way): Promise<string[]> {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme, media: "print" });
  const onPaper = await page.evaluate(readLooks);
  await page.emulateMedia({ colorScheme, media: "screen" });
  return [onPaper, await page.evaluate(readLooks)];
}

async function walkTo(page: Page, path: string): Promise<void> {
  await walk(page, path);
  await expect(page).toHaveURL(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

test.use({
  launchOptions: [
    // No picture counts here, and each turn of the screen would draw all of them again.
    async ({ launchOptions }, use) =>
      use({
        ...launchOptions,
        args: [...(launchOptions.args ?? []), "--blink-settings=imagesEnabled=false"],
      }),
    { scope: "worker" },
  ],
});

test("the frame looks the same on every page, whichever page was first", { tag: AT_OWN_WIDTHS }, async ({
  page,
}) => {
  test.slow();
  const paths = [...PATHS, await findProductPath(page)];
  const alone = new Map<string, string[][]>();
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    alone.set(path, [await look(page, WAYS[0] as Way), await look(page, WAYS[1] as Way)]);
  }
  let turn = 0;
  for (const first of paths) {
    await page.goto(first);
    for (const next of paths.filter((path) => path !== first)) {
      await walkTo(page, next);
      turn += 1;
      const way = turn % WAYS.length;
      await expect
        .poll(async () => ({ first, next, looks: await look(page, WAYS[way] as Way) }))
        .toEqual({ first, next, looks: alone.get(next)?.[way] });
    }
  }
});
