import { expect, test } from "vitest";
import { languageTag, localizedPath, splitLocale } from "./locales.ts";

test.for([
  ["/cart", "en", "/cart"],
  ["/es", "es", "/"],
  ["/es/", "es", "/"],
  ["/es/cart?a=1", "es", "/cart?a=1"],
  ["/en/cart", "en", "/en/cart"],
  ["/estate", "en", "/estate"],
  ["/de/cart", "en", "/de/cart"],
] as const)("%s is split into %s and %s", ([address, locale, path]) => {
  expect(splitLocale(address)).toEqual({ locale, path });
});

test("a path in another language begins with its code", () => {
  expect([localizedPath("en", "/cart"), localizedPath("ht", "/cart"), localizedPath("fr", "/")]).toEqual([
    "/cart",
    "/ht/cart",
    "/fr",
  ]);
  expect([languageTag("en"), languageTag("ht")]).toEqual(["en-US", "ht"]);
});
