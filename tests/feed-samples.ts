import { type Product, productFromRow } from "#app/features/catalog/product.ts";
import { type FeedItem, type FeedProduct, type FeedStore, feedItems } from "#app/features/product-feeds/feed-item.ts";
import { aProductRow } from "./a-product-row.ts";

/** Sample products for the unit tests, with everything that a feed can contain. */
export const sampleStore: FeedStore = {
  name: "Mama & Ama's",
  origin: "https://shop.test",
  imageOrigin: "https://shop.test",
  timeZone: "America/Chicago",
};

const PICTURE = "/storage/v1/object/public/wears_styles/";

const rice: Product = {
  ...productFromRow(
    aProductRow({
      id: 7,
      prefix: "grains",
      name: "Ofada Rice <long>",
      size: "20 lb",
      price: 24.99,
      discount_price: 21.99,
      image: `${PICTURE}rice.webp`,
      amount: 20,
      unit: "lb",
      storage: "shelf",
      descriptionHeader: "Long & fragrant",
      description: '- "Grains", 20 lb;\n- gluten-free',
    }),
  ),
  pictures: [
    { address: `${PICTURE}rice.webp`, alt: "A bag of rice" },
    { address: `${PICTURE}label.jpg`, alt: "" },
    { address: "/drawings/rice.svg", alt: "" },
  ],
};

const priced = { priceCents: 5000, discountPriceCents: null, amount: null };

const gown: Product = {
  ...rice,
  id: 8,
  prefix: "wears",
  name: "Gown",
  discountPriceCents: null,
  amount: null,
  sizes: [
    { id: 1, label: "S", isSoldOut: true, ...priced },
    { id: 2, label: "M", isSoldOut: false, ...priced, priceCents: 5500 },
  ],
};

const cuts = [
  { id: 11, label: "curry cut", priceCents: 150, isDefault: false },
  { id: 12, label: "small pieces", priceCents: 200, isDefault: false },
];

/** Its required choice adds at least $1.50. */
const goat: Product = {
  ...rice,
  id: 9,
  prefix: "meat",
  name: "Goat",
  descriptionHeader: "",
  description: "",
  amount: { value: 8, unit: "oz" },
  choiceGroups: [{ id: 1, name: "Cut", isMultiple: false, isRequired: true, choices: cuts }],
  addedCents: 150,
  discountPriceCents: null,
  priceCents: 800,
  isSoldOut: true,
};

/** The longest texts, and more images than a feed allows. */
const longest: Product = {
  ...rice,
  id: 10,
  prefix: "more",
  name: `${"x".repeat(149)}😀${"y".repeat(40)}`,
  description: "d".repeat(5000),
  pictures: Array.from({ length: 14 }, (_, place) => ({ address: `${PICTURE}${place}.png`, alt: "" })),
  amount: { value: 1, unit: "each" },
  discountPriceCents: null,
};

/** Google and Meta reject products without an image. */
const withoutImage: Product = { ...rice, id: 11, pictures: [], discountPriceCents: null };

const NO_FACTS = { gtins: new Map(), brand: "", sale: null };

const sampleProducts: readonly FeedProduct[] = [
  {
    product: rice,
    gtins: new Map([[null, "036000291452"]]),
    brand: "",
    sale: { startsAt: "2026-10-30T05:00:00Z", endsAt: "2026-11-29T06:00:00Z" },
  },
  { product: gown, gtins: new Map([[2, "4006381333931"]]), brand: "Ankara & Sons", sale: null },
  ...[goat, longest, withoutImage].map((product) => ({ product, ...NO_FACTS })),
];

export const sampleItems: readonly FeedItem[] = sampleProducts.flatMap((product) => feedItems(product, sampleStore));
