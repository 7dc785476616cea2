import { breadcrumbData, type StructuredData, wholeAddress } from "#app/platform/structured-data.ts";
import { amountText } from "#app/values/money.ts";
import { getCategory } from "./categories.ts";
import { currentPriceCents, type Product, productPath } from "./product.ts";

/** A product with its offer, and the way to it. */
export function productData(product: Product, shop: { name: string; origin: string }): StructuredData[] {
  const category = getCategory(product.prefix);
  const address = `${shop.origin}${productPath(product)}`;
  const pictures = [product.image, product.secondImage].filter((picture): picture is string =>
    Boolean(picture),
  );
  return [
    {
      "@context": "https://schema.org",
      "@type": "Product",
      name: product.name,
      description: `${product.descriptionHeader}. ${product.description}`,
      image: pictures.map((picture) => wholeAddress(picture, shop.origin)),
      sku: String(product.id),
      category: category.title,
      ...(product.size ? { size: product.size } : {}),
      offers: {
        "@type": "Offer",
        url: address,
        price: amountText(currentPriceCents(product)),
        priceCurrency: "USD",
        availability: `https://schema.org/${product.isSoldOut ? "OutOfStock" : "InStock"}`,
        itemCondition: "https://schema.org/NewCondition",
        seller: { "@type": "GroceryStore", name: shop.name },
      },
    },
    breadcrumbData(shop.origin, [
      { name: "Home", path: "/home" },
      { name: category.title, path: category.path },
      { name: product.name, path: productPath(product) },
    ]),
  ];
}
