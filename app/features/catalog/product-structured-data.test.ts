import { expect, test } from "vitest";
import { setLocaleReader } from "#app/messages/current-locale.ts";
import { aProductRow } from "#tests/a-product-row.ts";
import { aProductSize } from "#tests/a-product-summary.ts";
import { type Product, productFromRow } from "./product.ts";
import { productData } from "./product-structured-data.ts";

const shop = { name: "Calabash Market", origin: "https://shop.test" };

test("a product's data has its price, measurement, and availability", () => {
  expect(productData(aProduct({ discountPriceCents: 2199 }), shop)[0]).toMatchObject({
    "@type": "Product",
    sku: "7",
    size: "20 lb",
    alternateName: ["ofada", "local rice"],
    offers: {
      price: "21.99",
      priceCurrency: "USD",
      availability: "https://schema.org/InStock",
      priceSpecification: [
        {
          "@type": "UnitPriceSpecification",
          price: "21.99",
          referenceQuantity: { value: "20", unitCode: "LBR", valueReference: { value: "1", unitCode: "LBR" } },
        },
        { "@type": "UnitPriceSpecification", price: "24.99", priceType: "https://schema.org/StrikethroughPrice" },
      ],
    },
  });
});

test("a product sold by weight has the price of its expected weight and the price per pound", () => {
  const weight = { poundsEach: 5, tolerancePercent: 10 };
  const perPound = { priceCents: 999, discountPriceCents: null };
  const [product] = productData(
    aProduct({ priceCents: 5495, discountPriceCents: null, perPound, weight, amount: null }),
    shop,
  );
  expect(product).toMatchObject({
    offers: {
      price: "49.95",
      priceSpecification: { price: "49.95", referenceQuantity: { value: "5", unitCode: "LBR" } },
    },
  });
});

test("the price of a product with choices is the lowest at which it can be ordered", () => {
  const choices = [
    { id: 11, label: "curry cut", priceCents: 150, isDefault: false },
    { id: 12, label: "small pieces", priceCents: 200, isDefault: false },
  ];
  const choiceGroups = [{ id: 1, name: "Cut", isMultiple: false, isRequired: true, choices }];
  const [product] = productData(aProduct({ discountPriceCents: 2199, choiceGroups }), shop);
  expect(product).toMatchObject({ offers: { price: "23.49" } });
});

test("a product with sizes is a product group, and each size has its own offer", () => {
  const [group] = productData(
    aProduct({
      name: "Dress",
      amount: null,
      sizes: [
        aProductSize({ id: 1, label: "S", priceCents: 5000, isSoldOut: true }),
        aProductSize({ id: 2, label: "M", priceCents: 5500 }),
      ],
    }),
    shop,
  );
  expect(group).toMatchObject({
    "@type": "ProductGroup",
    productGroupID: "7",
    variesBy: "https://schema.org/size",
    hasVariant: [
      {
        sku: "7-1",
        name: "Dress, size S",
        size: "S",
        offers: { price: "50.00", availability: "https://schema.org/OutOfStock" },
      },
      { sku: "7-2", size: "M", offers: { price: "55.00", availability: "https://schema.org/InStock" } },
    ],
  });
  expect(group).not.toHaveProperty("offers");
});

test("SKU and GTIN are those of the product or its size, and the id replaces a missing SKU", () => {
  const codes = [
    { sizeId: null, sku: "RICE-20", gtin: "036000291452", brand: "Mama Put" },
    { sizeId: 2, sku: "", gtin: "4006381333931", brand: "" },
  ];
  const [product] = productData(aProduct({}), shop, null, codes);
  const brand = { "@type": "Brand", name: "Mama Put" };
  expect(product).toMatchObject({ sku: "RICE-20", gtin: "036000291452", brand });
  const sizes = [1, 2].map((id) => aProductSize({ id, label: String(id) }));
  const [group] = productData(aProduct({ sizes }), shop, null, codes);
  expect(group).not.toHaveProperty("gtin");
  expect(group).toMatchObject({ brand });
  const [first, second] = (group as { hasVariant?: object[] }).hasVariant ?? [];
  expect(first).toMatchObject({ sku: "7-1" });
  expect(first).not.toHaveProperty("gtin");
  expect(second).toMatchObject({ sku: "7-2", gtin: "4006381333931" });
});

test("the data lists all images of a product, the card's first", () => {
  const pictures = [
    { address: "/storage/v1/object/public/wears_styles/rice.webp", alt: "" },
    { address: "https://elsewhere.test/sack.webp", alt: "The sack" },
    { address: "/storage/v1/object/public/wears_styles/label.webp", alt: "" },
  ];
  expect(productData(aProduct({ pictures }), shop)[0]).toMatchObject({
    image: [
      "https://shop.test/storage/v1/object/public/wears_styles/rice.webp",
      "https://elsewhere.test/sack.webp",
      "https://shop.test/storage/v1/object/public/wears_styles/label.webp",
    ],
  });
});

test("the data leaves out an empty heading, description, or image", () => {
  const dataOf = (chosen: Partial<Product>) => productData(aProduct(chosen), shop)[0];
  expect(dataOf({ descriptionHeader: "" })).toMatchObject({ description: "Grains." });
  expect(dataOf({ description: "" })).toMatchObject({ description: "Long" });
  const bare = dataOf({ descriptionHeader: "", description: " ", pictures: [] });
  expect(bare).not.toHaveProperty("description");
  expect(bare).not.toHaveProperty("image");
});

test("each size has its own URL", () => {
  const sizes = [1, 2].map((id) => aProductSize({ id, label: String(id) }));
  expect(productData(aProduct({ sizes }), shop)[0]).toMatchObject({
    url: "https://shop.test/products/grains/7",
    hasVariant: [
      {
        url: "https://shop.test/products/grains/7?size=1",
        offers: { url: "https://shop.test/products/grains/7?size=1" },
      },
      {
        url: "https://shop.test/products/grains/7?size=2",
        offers: { url: "https://shop.test/products/grains/7?size=2" },
      },
    ],
  });
});

test("on a page in another language, all URLs are those of that language", () => {
  setLocaleReader(() => "es");
  try {
    const text = JSON.stringify(productData(aProduct({}), shop));
    const urls = [...text.matchAll(/https:\/\/shop\.test(\/[\w/-]*)/g)].map(([, path = ""]) => path);
    expect(urls).toContain("/es/home");
    expect(urls.filter((path) => !path.startsWith("/es/") && !path.startsWith("/storage/"))).toEqual([]);
  } finally {
    setLocaleReader(() => "en");
  }
});

test("a reduced price has the end of its offer, and a regular price has none", () => {
  const endsAt = "2026-12-01T06:00:00+00:00";
  const offerOf = (discountPriceCents: number | null, end: string | null) =>
    (productData(aProduct({ discountPriceCents }), shop, end)[0] as { offers: object }).offers;
  expect(offerOf(2199, endsAt)).toMatchObject({ priceValidUntil: endsAt });
  for (const offer of [offerOf(null, endsAt), offerOf(2199, null)]) expect(offer).not.toHaveProperty("priceValidUntil");
});

test("an offer has its delivery methods and return policy", () => {
  const policyOf = (prefix: Product["prefix"]) => productData(aProduct({ prefix }), shop)[0];
  expect(policyOf("wears")).toMatchObject({
    offers: {
      availableDeliveryMethod: [expect.stringMatching(/PickUp$/), expect.stringMatching(/OwnFleet$/)],
      hasMerchantReturnPolicy: { merchantReturnDays: 14, applicableCountry: "US" },
    },
  });
  expect(policyOf("grains")).toMatchObject({
    offers: { hasMerchantReturnPolicy: { returnPolicyCategory: "https://schema.org/MerchantReturnNotPermitted" } },
  });
});

/**
 * Required properties, and the recommended ones for which the store has data. It has no colors and no reviews; delivery
 * rates are on the delivery page. https://developers.google.com/search/docs/appearance/structured-data/merchant-listing
 */
const LISTING = {
  product: {
    required: ["name", "image", "offers"],
    recommended: ["description", "sku", "gtin", "brand", "material", "category"],
  },
  offer: {
    required: ["price", "priceCurrency"],
    recommended: "availability hasMerchantReturnPolicy itemCondition priceSpecification priceValidUntil url".split(" "),
  },
  returnPolicy: {
    required: ["applicableCountry", "returnPolicyCategory", "merchantReturnDays"],
    recommended: ["merchantReturnLink", "refundType", "returnFees", "returnMethod"],
  },
  group: { required: ["name"], recommended: ["description", "hasVariant", "productGroupID", "url", "variesBy"] },
};
const missingIn = (data: object, { required, recommended }: { required: string[]; recommended: string[] }) =>
  [...required, ...recommended].filter((name) => !Object.hasOwn(data, name));

test("a product has Google's required and known recommended merchant listing properties", () => {
  const known = {
    prefix: "wears",
    fibre: "Cotton",
    discountPriceCents: 2199,
    pictures: [{ address: "/a.webp", alt: "" }],
  };
  const codes = [{ sizeId: null, sku: "RICE-20", gtin: "036000291452", brand: "Mama Put" }];
  const [product] = productData(aProduct(known as Partial<Product>), shop, "2026-12-01T06:00:00+00:00", codes);
  const { offers } = product as { offers: { hasMerchantReturnPolicy: object } };
  expect(missingIn(product ?? {}, LISTING.product)).toEqual([]);
  expect(missingIn(offers, LISTING.offer)).toEqual([]);
  expect(missingIn(offers.hasMerchantReturnPolicy, LISTING.returnPolicy)).toEqual([]);
});

test("a product with sizes has Google's product group properties, and each size a product's", () => {
  const size = { priceCents: 5000, discountPriceCents: null, amount: null, isSoldOut: false };
  const sizes = [{ id: 1, label: "S", ...size }];
  const [group] = productData(aProduct({ sizes, pictures: [{ address: "/a.webp", alt: "" }] }), shop);
  const { hasVariant } = group as { hasVariant: object[] };
  expect(missingIn(group ?? {}, LISTING.group)).toEqual([]);
  for (const variant of hasVariant)
    expect(missingIn(variant, { ...LISTING.product, recommended: ["sku"] })).toEqual([]);
});

test("the data leaves out unknown properties", () => {
  const [product] = productData(aProduct({ amount: null }), shop);
  for (const name of ["brand", "gtin", "aggregateRating", "review", "material"]) {
    expect(product).not.toHaveProperty(name);
  }
  expect(product).not.toHaveProperty("offers.shippingDetails");
  expect(product).not.toHaveProperty("offers.priceSpecification");
});

function aProduct(chosen: Partial<Product>): Product {
  const row = aProductRow({
    id: 7,
    prefix: "grains",
    name: "Rice",
    size: "20 lb",
    price: 24.99,
    amount: 20,
    unit: "lb",
    storage: "shelf",
    descriptionHeader: "Long",
    description: "Grains.",
    alsoCalled: "ofada, local rice",
  });
  return { ...productFromRow(row), image: "/rice.webp", ...chosen };
}
