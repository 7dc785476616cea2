import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { categories } from "#app/features/catalog/categories.ts";
import { openShopProcess } from "#scripts/test-environment/prepared-shop.ts";
import { readKeysOf } from "#scripts/test-environment/shop-process.ts";
import { openClient } from "./open-client.ts";
import { update } from "./requests.ts";

/**
 * A demo store that was renamed and moved, with new hours. Everything it states about itself comes from its settings.
 */
const shop = await openShopProcess(afterAll);

/** Includes the surrounding text, to show where a failure is. */
const OLD = /.{0,60}(Calabash Market|Houston|Humble|77073|America\/Chicago|\bTexas\b|Mon-Sat|9AM).{0,60}/g;
const clientOf = () => openClient(shop.origin, readKeysOf(shop.dataDir).anonKey);

beforeAll(async () => {
  const admin = clientOf();
  // On a busy machine, a login may need a retry.
  await vi.waitFor(
    async () => {
      const owner = { email: "owner@calabash.example", password: "calabash-demo" };
      expect((await admin.auth.signInWithPassword(owner)).error).toBeNull();
    },
    { timeout: 30_000, interval: 500 },
  );
  await update(
    admin,
    "store_settings",
    { id: true },
    {
      name: "Mama Ama's",
      city: "Hilo",
      state: "Hawaii",
      near: "Keaau",
      postal_code: "96720",
      time_zone: "Pacific/Honolulu",
      // The stored text is outdated, as after changing only the times.
      opening_hours: [{ days: "Fri-Mon", opens: "07:00", closes: "15:00", text: "Mon-Sat 9AM-8PM" }],
      testimonials: [],
    },
  );
  await vi.waitFor(async () => expect(await textOf("/home")).toContain("Mama Ama"), { timeout: 10_000 });
});

const textOf = async (path: string) => (await fetch(`${shop.origin}${path}`)).text();
const HOURS = "Fri-Mon 7AM-3PM";
/** Returns all opening hours that a page states. */
const pageHours = (html: string) =>
  new Set(html.match(/(?:[A-Z][a-z]{2}[-, ]*)+ \d+(?::\d+)?[AP]M-\d+(?::\d+)?[AP]M/g));
const titleOf = (html: string) => /<title>([^<]*)</.exec(html)?.[1]?.replaceAll("&#x27;", "'");

test.for([
  ["/home", "African and Caribbean food and clothing in Hilo, Hawaii | Mama Ama's"],
  ["/about", "About Us | Mama Ama's"],
  ...categories.map(({ path, title }) => [path, `${title()} | Mama Ama's`] as const),
  ["/contact", null],
  ["/privacy", null],
  ["/delivery-and-returns", null],
  ["/blog", null],
  ["/cart", null],
  ["/auth", null],
  ["/orders/-", null],
  ["/checkout/-", null],
  ["/site.webmanifest", null],
  ["/robots.txt", null],
  ["/nothing-here", null],
] as const)("%s states the new hours, and not the old name and place", async ([path, title]) => {
  const text = await textOf(path);
  expect(text.match(OLD)).toEqual(null);
  if (!path.includes(".")) expect(pageHours(text)).toEqual(new Set([HOURS]));
  if (title !== null) expect(titleOf(text)?.replaceAll("&amp;", "&")).toBe(title);
});

test("a product page states the new hours, and not the old name and place", async () => {
  const [address = ""] = /\/products\/condiments\/\d+/.exec(await textOf("/condiments")) ?? [];
  const text = await textOf(address);
  expect(titleOf(text)).toMatch(/ \| Mama Ama's$/);
  expect(text.match(OLD)).toEqual(null);
  expect(pageHours(text)).toEqual(new Set([HOURS]));
});

test("structured data states the new address and each day's opening hours", async () => {
  const store = [...(await textOf("/home")).matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)]
    .flatMap(([, json = ""]) => JSON.parse(json) as object[])
    .find((each) => "openingHoursSpecification" in each);
  expect(store).toMatchObject({
    name: "Mama Ama's",
    address: { addressLocality: "Hilo", addressRegion: "Hawaii" },
    openingHoursSpecification: [
      { dayOfWeek: ["Friday", "Saturday", "Sunday", "Monday"], opens: "07:00", closes: "15:00" },
    ],
  });
});

test("the web app manifest has the new name, and icons that exist", async () => {
  const response = await fetch(`${shop.origin}/site.webmanifest`);
  expect(response.headers.get("content-type")).toBe("application/manifest+json");
  const manifest = (await response.json()) as { icons: { src: string; sizes: string }[] };
  expect(manifest).toMatchObject({ name: "Mama Ama's", start_url: "/home", display: "standalone" });
  for (const { src, sizes } of manifest.icons) {
    const icon = await fetch(`${shop.origin}${src}`);
    const { width, height } = await sharp(await icon.arrayBuffer()).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
});

test("the title of the blog is in the language of the page", async () => {
  expect(titleOf(await textOf("/ht/blog"))).toMatch(/^Blòg \| /);
});

test("the app installed from a page in Spanish opens in Spanish", async () => {
  const [, path = ""] = /<link rel="manifest" href="([^"]+)"/.exec(await textOf("/es/home")) ?? [];
  const manifest = JSON.parse(await textOf(path)) as { shortcuts: { name: string; url: string }[] };
  expect(manifest).toMatchObject({ id: "/home", start_url: "/es/home" });
  expect(manifest.shortcuts[0]).toEqual({ name: "Carrito", url: "/es/cart" });
});

test("emails about an account have the store's new name", async () => {
  await clientOf().auth.resetPasswordForEmail("shopper@calabash.example");
  await expect.poll(() => textOf("/dev/mailbox"), { timeout: 10_000 }).toContain("Choose a new password for Mama Ama");
  const list = await textOf("/dev/mailbox");
  expect(list).not.toMatch(OLD);
  expect(await textOf(/\/dev\/mailbox\/[0-9a-f-]{36}/.exec(list)?.[0] ?? "")).not.toMatch(OLD);
});
