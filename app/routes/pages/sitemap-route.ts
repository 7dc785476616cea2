import { articlePath } from "#app/features/blog/article.ts";
import { listArticleAddresses } from "#app/features/blog/article-queries.ts";
import { categories } from "#app/features/catalog/categories.ts";
import { productPath } from "#app/features/catalog/product.ts";
import { listProductAddresses } from "#app/features/catalog/product-queries.ts";
import { LOCALES, type Locale, localizedPath } from "#app/messages/locales.ts";
import { publicConfigContext, publicDataContext } from "#app/platform/contexts.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { escapeXml } from "#app/values/xml.ts";
import type { Route } from "./+types/sitemap-route";

const PAGES = ["/home", "/about", "/contact", "/blog", "/recipes", "/privacy", "/delivery-and-returns"];

/**
 * Products, and articles, per file: the rows of one response of the data service. In four languages, a file has less
 * than a fifth of the 50,000 URLs that https://www.sitemaps.org/protocol.html allows.
 */
const ROWS_PER_FILE = 1000;

export const handle: RouteHandle = { searchParams: { part: (value) => (/^[1-9]\d{0,3}$/.test(value) ? value : null) } };

/**
 * Lists every public page in every language: https://developers.google.com/search/docs/specialty/international
 * A store that needs several files answers with an index of them; the parameter `part` is the number of the file.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { publicOrigin } = context.get(publicConfigContext);
  const tables = context.get(publicDataContext);
  const part = Number(url.searchParams.get("part") ?? 0);
  const fileIndex = Math.max(part - 1, 0);
  const [products, articles] = await Promise.all([
    listProductAddresses(tables, fileIndex, ROWS_PER_FILE),
    listArticleAddresses(tables, fileIndex, ROWS_PER_FILE),
  ]);
  if (products === null && articles === null) return new Response("Not found\n", { status: 404 });
  const fileCount = Math.max(products?.pageCount ?? 0, articles?.pageCount ?? 0);
  if (part === 0 && fileCount > 1) {
    const files = Array.from(
      { length: fileCount },
      (_, index) => `  <sitemap><loc>${escapeXml(`${publicOrigin}/sitemap.xml?part=${index + 1}`)}</loc></sitemap>`,
    );
    return xmlOf("sitemapindex", files);
  }
  const paths = [
    ...(fileIndex === 0 ? [...PAGES, ...categories.map((category) => category.path)] : []),
    ...(products?.items ?? []).map(productPath),
    ...(articles?.items ?? []).map(articlePath),
  ];
  const addressIn = (locale: Locale, path: string) => escapeXml(publicOrigin + localizedPath(locale, path));
  const urls = paths.flatMap((path) => {
    const alternates = LOCALES.map(
      (locale) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${addressIn(locale, path)}"/>`,
    ).join("");
    return LOCALES.map((locale) => `  <url><loc>${addressIn(locale, path)}</loc>${alternates}</url>`);
  });
  return xmlOf("urlset", urls);
}

function xmlOf(element: "urlset" | "sitemapindex", lines: string[]): Response {
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<${element} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${lines.join("\n")}\n</${element}>\n`,
    { headers: { "content-type": "application/xml; charset=utf-8" } },
  );
}
