import { t } from "#app/messages/t.ts";
import { type DeskPageEntry, isOwner } from "./desk-page.ts";

/** Returns the pages of the section "Products". */
export const productPages = (): DeskPageEntry[] => [
  {
    to: "/desk/products",
    label: t("Products"),
    text: t("Prices, stock, and visibility"),
    words: t("items, goods, catalog, articles for sale, sold out, hide, barcode, sku, picture, photo, drafts"),
  },
  {
    to: "/desk/products/import",
    label: t("Import and export"),
    text: t("CSV files of this store, Shopify, and WooCommerce"),
    words: t("excel, spreadsheet, upload, download"),
    under: "/desk/products",
  },
  {
    to: "/desk/products/choices",
    label: t("Cuts and choices"),
    text: t("How products are cut and prepared"),
    words: t("options, modifiers, variants, extras, butcher"),
    under: "/desk/products",
  },
  {
    to: "/desk/aisles",
    label: t("Aisles"),
    text: t("The order of the pick list"),
    words: t("shelf, location, sort"),
    under: "/desk/products",
  },
  {
    to: "/desk/stock",
    label: t("Stock"),
    text: t("Deliveries, counts, waste, and dates"),
    words: t("inventory, warehouse"),
    isHub: true,
  },
  ...[
    {
      to: "/desk/stock/receive",
      label: t("Receive delivery"),
      text: t("Scan what arrived, with cost and best-before date"),
      words: t("goods in, restock, invoice, cost"),
    },
    {
      to: "/desk/stock/count",
      label: t("Count stock"),
      text: t("Scan the shelf and correct differences"),
      words: t("stocktake, inventory count"),
    },
    {
      to: "/desk/stock/sell-by",
      label: t("Sell by"),
      text: t("Dates, markdowns, and what is past its date"),
      words: t("expiry, expired, best before"),
    },
    {
      to: "/desk/stock/purchases",
      label: t("Purchase list"),
      text: t("What runs out, by supplier"),
      words: t("reorder, shopping list, wholesale, buy"),
    },
    {
      to: "/desk/stock/report",
      label: t("Margin and stock"),
      text: t("Margin, waste, and what the stock is worth"),
      words: t("profit, markup, value"),
    },
    {
      to: "/desk/stock/history",
      label: t("Stock history"),
      text: t("Waste, corrections, and every other movement"),
      words: t("shrinkage, damaged, theft, log"),
    },
    {
      to: "/desk/stock/suppliers",
      label: t("Suppliers"),
      text: t("Who delivers, and whom to call"),
      words: t("vendors, wholesaler"),
    },
  ].map((page) => ({ ...page, under: "/desk/stock" })),
];

/** Returns the pages of the section "Content". */
export const contentPages = (): DeskPageEntry[] => [
  { to: "/desk/articles", label: t("Articles"), text: t("Blog articles and recipes"), words: t("posts, news, write") },
  {
    to: "/desk/settings/slides",
    label: t("Hero slides"),
    text: t("Images, texts, and links at the top of the home page"),
    words: t("home page, pictures, photos, carousel, design"),
    settingsGroup: "storefront",
  },
  {
    to: "/desk/settings/banner",
    label: t("Banner"),
    text: t("A line at the top of every page, until a time you set"),
    words: t("announcement, notice, message to shoppers"),
    settingsGroup: "storefront",
    under: "/desk/settings/slides",
  },
  {
    to: "/desk/settings/about",
    label: t("Team and testimonials"),
    text: t("People and quotes on the home and About pages"),
    words: t("about us, reviews, ratings, story"),
    settingsGroup: "storefront",
    under: "/desk/settings/slides",
  },
  {
    to: "/desk/translations",
    label: t("Translations"),
    text: t("Names and texts in the store's other languages"),
    words: t("languages"),
    settingsGroup: "storefront",
  },
];

/** Returns the pages of the section "Marketing". */
export const marketingPages = (): DeskPageEntry[] => [
  {
    to: "/desk/offers",
    label: t("Offers"),
    text: t("Discounts for a time, by product or category"),
    words: t("sale, special, promotion, deal, price reduction"),
  },
  {
    to: "/desk/offers/quantity",
    label: t("Prices by quantity"),
    text: t("Such as 2 for $5"),
    words: t("bundle, multi-buy, wholesale price"),
    under: "/desk/offers",
  },
  {
    to: "/desk/settings/codes",
    label: t("Discount codes"),
    text: t("Discounts, limits, and usage"),
    words: t("coupon, voucher, promo code, promotion"),
    settingsGroup: "money",
    under: "/desk/offers",
    isAllowed: isOwner,
  },
  {
    to: "/desk/settings/feeds",
    label: t("Product feeds"),
    text: t("Your products on Google, Facebook, Instagram, and in AI assistants"),
    words: t("ads, shopping, merchant center, whatsapp catalog"),
    settingsGroup: "storefront",
    isAllowed: isOwner,
  },
  {
    to: "/desk/settings/words",
    label: t("Search synonyms"),
    text: t("Synonyms, and searches without results"),
    words: t("not found, other names, spelling"),
    settingsGroup: "storefront",
  },
];
