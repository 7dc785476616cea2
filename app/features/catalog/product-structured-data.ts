import { t } from "#app/messages/t.ts";
import { breadcrumbData, pageUrl, type StructuredData, wholeAddress } from "#app/platform/structured-data.ts";
import type { Amount, Unit } from "#app/values/amount.ts";
import { amountText } from "#app/values/money.ts";
import { sizedName } from "#app/values/sized-name.ts";
import { getCategory } from "./categories.ts";
import { leastChoicesCents } from "./choice-groups.ts";
import { currentPriceCents, type Product, productPath } from "./product.ts";
import type { PublicCodes } from "./product-queries.ts";
import { atExpectedWeight, type ProductSize, SIZE_PARAMETER, withAddedCents } from "./product-size.ts";

/**
 * Returns the structured data of a product with its offer, or of the group of its sizes with their offers, and of its
 * breadcrumb.
 * @param offerEndsAt when reduced prices end, ISO 8601; null if they have no end
 * @param codes codes of the product and its sizes; without an SKU, the ids are used as SKU. Sizes have the brand of
 * their product
 */
export function productData(
  product: Product,
  shop: { name: string; origin: string },
  offerEndsAt: string | null = null,
  codes: readonly PublicCodes[] = [],
): StructuredData[] {
  const category = getCategory(product.prefix);
  const page = pageUrl(shop.origin, productPath(product));
  const pictures = product.pictures.map(({ address }) => wholeAddress(address, shop.origin));
  const image = pictures.length > 0 ? { image: pictures } : {};
  const description = productDescription(product);
  const brand = codes.find(({ sizeId }) => sizeId === null)?.brand ?? "";
  const facts = {
    "@context": "https://schema.org",
    name: product.name,
    ...(description === "" ? {} : { description }),
    ...image,
    category: category.title(),
    ...(brand === "" ? {} : { brand: { "@type": "Brand", name: brand } }),
    ...(product.fibre ? { material: product.fibre } : {}),
    ...(product.alsoCalled ? { alternateName: product.alsoCalled.split(/\s*,\s*/) } : {}),
  };
  const offer = (of: Offered, url = page) => ({
    ...offerData(atExpectedWeight(of), url, shop),
    ...(of.discountPriceCents !== null && offerEndsAt !== null ? { priceValidUntil: offerEndsAt } : {}),
    ...handlingData(product, shop),
  });
  const codesOf = (size: ProductSize | null) => {
    const known = codes.find(({ sizeId }) => sizeId === (size?.id ?? null));
    return {
      sku: known?.sku || (size === null ? String(product.id) : `${product.id}-${size.id}`),
      ...(known?.gtin ? { gtin: known.gtin } : {}),
    };
  };
  // Offers state the lowest price at which the product can be ordered.
  const addedCents = leastChoicesCents(product.choiceGroups);
  const sizeUrl = ({ id }: ProductSize) => `${page}?${SIZE_PARAMETER}=${id}`;
  return [
    product.sizes.length === 0
      ? {
          ...facts,
          "@type": "Product",
          ...codesOf(null),
          ...(product.size ? { size: product.size } : {}),
          offers: offer(withAddedCents(product, addedCents)),
        }
      : {
          ...facts,
          "@type": "ProductGroup",
          productGroupID: String(product.id),
          url: page,
          variesBy: "https://schema.org/size",
          hasVariant: product.sizes.map((size) => ({
            "@type": "Product",
            ...codesOf(size),
            name: sizedName(product.name, size.label),
            ...image,
            size: size.label,
            url: sizeUrl(size),
            offers: offer(
              withAddedCents({ ...size, isSoldOut: size.isSoldOut || product.isSoldOut }, addedCents),
              sizeUrl(size),
            ),
          })),
        },
    breadcrumbData(shop.origin, [
      { name: t("Home"), path: "/home" },
      { name: category.title(), path: category.path },
      { name: product.name, path: productPath(product) },
    ]),
  ];
}

/** Returns the two parts of a description as one text; "" when both are empty. */
export function productDescription({
  descriptionHeader,
  description,
}: Pick<Product, "descriptionHeader" | "description">): string {
  return [descriptionHeader, description]
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .join(". ");
}

/** Shipping and return policy, as on the page "Delivery and Returns". */
function handlingData({ prefix }: Pick<Product, "prefix">, shop: { origin: string }) {
  const isReturnable = prefix === "wears" || prefix === "beauty";
  return {
    availableDeliveryMethod: ["DeliveryModePickUp", "DeliveryModeOwnFleet"].map(
      (mode) => `http://purl.org/goodrelations/v1#${mode}`,
    ),
    hasMerchantReturnPolicy: {
      "@type": "MerchantReturnPolicy",
      applicableCountry: "US",
      merchantReturnLink: pageUrl(shop.origin, "/delivery-and-returns"),
      ...(isReturnable
        ? {
            returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
            merchantReturnDays: 14,
            returnMethod: "https://schema.org/ReturnInStore",
            returnFees: "https://schema.org/FreeReturn",
            refundType: "https://schema.org/FullRefund",
          }
        : { returnPolicyCategory: "https://schema.org/MerchantReturnNotPermitted" }),
    },
  };
}

type Offered = Pick<ProductSize, "priceCents" | "discountPriceCents" | "perPound" | "amount" | "isSoldOut">;

function offerData(of: Offered, url: string, shop: { name: string }) {
  const price = amountText(currentPriceCents(of));
  return {
    "@type": "Offer",
    url,
    price,
    priceCurrency: "USD",
    ...priceSpecifications(of),
    availability: `https://schema.org/${of.isSoldOut ? "OutOfStock" : "InStock"}`,
    itemCondition: "https://schema.org/NewCondition",
    seller: { "@type": "GroceryStore", name: shop.name },
  };
}

/** Returns the unit price and the price before a discount; empty if the offer has neither. */
function priceSpecifications({ priceCents, discountPriceCents, amount }: Offered) {
  const specification = (cents: number) => ({
    "@type": "UnitPriceSpecification",
    price: amountText(cents),
    priceCurrency: "USD",
  });
  const current = {
    ...specification(discountPriceCents ?? priceCents),
    ...(amount === null ? {} : { referenceQuantity: referenceQuantity(amount) }),
  };
  if (discountPriceCents === null) return amount === null ? {} : { priceSpecification: current };
  const before = { ...specification(priceCents), priceType: "https://schema.org/StrikethroughPrice" };
  return { priceSpecification: [current, before] };
}

function referenceQuantity({ value, unit }: Amount) {
  const unitCode = UNIT_CODES[unit];
  return {
    "@type": "QuantitativeValue",
    value: String(value),
    unitCode,
    valueReference: { "@type": "QuantitativeValue", value: "1", unitCode },
  };
}

/** Unit codes of UN/CEFACT Recommendation 20, as schema.org requires. */
const UNIT_CODES: Record<Unit, string> = { lb: "LBR", oz: "ONZ", "fl oz": "OZA", ct: "C62", yd: "YRD", each: "C62" };
