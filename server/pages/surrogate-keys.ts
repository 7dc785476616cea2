import type { KnownAddress } from "./known-addresses.ts";

/**
 * Returns the keys by which a CDN can purge a page (`Surrogate-Key`): `pages` for all pages, `home`,
 * `category-<prefix>`, and `product-<id>`.
 */
export function surrogateKeysOf({ path, routeId }: Pick<KnownAddress, "path" | "routeId">): string {
  const document = path.replace(/\?.*$/, "").replace(/\.data$/, "");
  if (document === "/" || document === "/_" || document === "/home") return "pages home";
  if (routeId.startsWith("category-")) return `pages ${routeId}`;
  const product = /^\/products\/([a-z]+)\/(\d+)$/.exec(document);
  return product ? `pages product-${product[2]} category-${product[1]}` : "pages";
}
