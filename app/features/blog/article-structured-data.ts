import { t } from "#app/messages/t.ts";
import { breadcrumbData, pageUrl, type StructuredData, wholeAddress } from "#app/platform/structured-data.ts";
import { type Article, articlePath } from "./article.ts";

/** Returns the structured data of an article, with its dates and images, and of its breadcrumb. */
export function articleData(article: Article, shop: { name: string; origin: string }): StructuredData[] {
  const publisher = {
    "@type": "Organization",
    name: shop.name,
    logo: { "@type": "ImageObject", url: `${shop.origin}/apple-touch-icon.png` },
  };
  const pictures = [article.image, article.secondImage].filter((picture): picture is string => Boolean(picture));
  return [
    {
      "@context": "https://schema.org",
      "@type": "Article",
      headline: article.name,
      description: article.shortIntroduction,
      image: pictures.map((picture) => wholeAddress(picture, shop.origin)),
      datePublished: article.publishedAt,
      dateModified: article.changedAt,
      author: publisher,
      publisher,
      mainEntityOfPage: pageUrl(shop.origin, articlePath(article)),
    },
    breadcrumbData(shop.origin, [
      { name: t("Home"), path: "/home" },
      { name: t("Blog"), path: "/blog" },
      { name: article.name, path: articlePath(article) },
    ]),
  ];
}
