import { articlePath } from "#app/features/blog/article.ts";
import { listArticleAddresses } from "#app/features/blog/article-queries.ts";
import { categories } from "#app/features/catalog/categories.ts";
import { productPath } from "#app/features/catalog/product.ts";
import { listProductAddresses } from "#app/features/catalog/product-queries.ts";
import { LOCALES, type Locale, localizedPath } from "#app/messages/locales.ts";
import { publicConfigContext, publicDataContext } from "#app/platform/contexts.ts";
import { escapeXml } from "#app/values/xml.ts";
import type { Route } from "./+types/sitemap-route";

const PAGES = ["/home", "/about", "/contact", "/blog", "/recipes", "/privacy", "/delivery-and-returns"];

/** Lists every public page in every language: https://developers.google.com/search/docs/specialty/international */
export async function loader({ context }: Route.LoaderArgs) {
  const { publicOrigin } = context.get(publicConfigContext);
  const tables = context.get(publicDataContext);
  const [products, articles] = await Promise.all([listProductAddresses(tables), listArticleAddresses(tables)]);
  const paths = [
    ...PAGES,
    ...categories.map((category) => category.path),
    ...products.map(productPath),
    ...articles.map(articlePath),
  ];
  const addressIn = (locale: Locale, path: string) => escapeXml(publicOrigin + localizedPath(locale, path));
  const urls = paths.flatMap((path) => {
    const alternates = LOCALES.map(
      (locale) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${addressIn(locale, path)}"/>`,
    ).join("");
    return LOCALES.map((locale) => `  <url><loc>${addressIn(locale, path)}</loc>${alternates}</url>`);
  });
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join("\n")}\n</urlset>\n`,
    { headers: { "content-type": "application/xml; charset=utf-8" } },
  );
}
