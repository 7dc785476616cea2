import { expect, test } from "vitest";
import { surrogateKeysOf } from "./surrogate-keys.ts";

test.for([
  ["/home", "routes/storefront/home-route", "pages home"],
  ["/_.data", "routes/storefront/index-route", "pages home"],
  ["/condiments?page=2", "category-condiment", "pages category-condiment"],
  ["/products/meat/7", "routes/storefront/product-route", "pages product-7 category-meat"],
  ["/products/meat/7.data?_routes=root", "routes/storefront/product-route", "pages product-7 category-meat"],
  ["/about", "routes/pages/about-route", "pages"],
] as const)("%s has the keys of its page", ([path, routeId, keys]) => {
  expect(surrogateKeysOf({ path, routeId })).toBe(keys);
});
