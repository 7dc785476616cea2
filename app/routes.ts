import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";
import { categories } from "./features/catalogue/categories.ts";
import { DEFAULT_LOCALE, STAFF_LOCALES } from "./messages/locales.ts";

/** Staff pages are in English and Spanish only; browser builds for other languages omit them. */
const HAS_DESK = STAFF_LOCALES.some((locale) => locale === (process.env["PAGE_LOCALE"] ?? DEFAULT_LOCALE));

const desk = [
  layout("routes/desk/desk-layout.tsx", [
    route("desk", "routes/desk/desk-route.tsx"),
    route("desk/orders", "routes/desk/orders-route.tsx"),
    route("desk/orders/:orderId", "routes/desk/staff-order-route.tsx"),
    route("desk/runs", "routes/desk/runs-route.tsx"),
    route("desk/my-run", "routes/desk/my-run-route.tsx"),
    route("desk/today", "routes/desk/today-route.tsx"),
    route("desk/print", "routes/desk/print-route.tsx"),
    route("desk/new-order", "routes/desk/new-order-route.tsx"),
    route("desk/aisles", "routes/desk/aisles-route.tsx"),
    route("desk/reports", "routes/desk/reports-route.tsx"),
    route("desk/day", "routes/desk/daily-report-route.tsx"),
    route("desk/backups", "routes/desk/backups-route.tsx"),
    route("desk/first-steps", "routes/desk/first-steps-route.tsx"),
    route("desk/customers", "routes/desk/customers-route.tsx"),
    route("desk/customers/:customerId", "routes/desk/customer-route.tsx"),
    route("desk/products", "routes/desk/products-route.tsx"),
    route("desk/products/new", "routes/desk/product-editor-route.tsx", { id: "new-product" }),
    route("desk/products/:category/:id", "routes/desk/product-editor-route.tsx"),
    route("desk/translations", "routes/desk/translations-route.tsx"),
    route("desk/articles", "routes/desk/articles-route.tsx"),
    route("desk/articles/:articleId", "routes/desk/article-route.tsx"),
    route("desk/offers", "routes/desk/offers-route.tsx"),
    route("desk/products/import", "routes/desk/import-route.tsx"),
    route("desk/products/choices", "routes/desk/choice-groups-route.tsx"),
    route("desk/products/labels", "routes/desk/shelf-labels-route.tsx"),
    route("desk/stock", "routes/desk/stock-route.tsx"),
    route("desk/stock/receive", "routes/desk/receive-route.tsx"),
    route("desk/stock/count", "routes/desk/count-route.tsx"),
    route("desk/stock/history", "routes/desk/stock-history-route.tsx"),
    route("desk/stock/sell-by", "routes/desk/sell-by-route.tsx"),
    route("desk/stock/purchases", "routes/desk/purchase-list-route.tsx"),
    route("desk/stock/report", "routes/desk/stock-report-route.tsx"),
    route("desk/stock/suppliers", "routes/desk/suppliers-route.tsx"),
    route("desk/staff", "routes/desk/staff-route.tsx"),
    route("desk/settings", "routes/settings/settings-route.tsx"),
    ...["shop", "hours", "closed-days", "banner"].map((part) =>
      route(`desk/settings/${part}`, "routes/settings/record-route.tsx", { id: `record-${part}` }),
    ),
    route("desk/settings/slides", "routes/settings/slides-route.tsx"),
    route("desk/settings/windows", "routes/settings/windows-route.tsx"),
    route("desk/settings/zones", "routes/settings/zones-route.tsx"),
    route("desk/settings/pay-in-store", "routes/settings/pay-in-store-route.tsx"),
    route("desk/settings/codes", "routes/settings/codes-route.tsx"),
    route("desk/settings/feeds", "routes/settings/feeds-route.tsx"),
    route("desk/settings/snap", "routes/settings/snap-route.tsx"),
    route("desk/settings/words", "routes/settings/words-route.tsx"),
    route("desk/settings/tax", "routes/settings/tax-route.tsx"),
    route("desk/settings/tax/report", "routes/settings/tax-report-route.tsx"),
    route("desk/audit-log", "routes/desk/audit-log-route.tsx"),
  ]),
];

/** All routes of the store; those of the storefront are in the order of the specification. */
export default [
  layout("routes/storefront/storefront-layout.tsx", [
    layout("routes/storefront/home-layout.tsx", [
      index("routes/storefront/index-route.tsx"),
      route("home", "routes/storefront/home-route.tsx"),
    ]),
    ...categories.map(({ path, prefix }) =>
      route(path.slice(1), "routes/storefront/category-route.tsx", { id: `category-${prefix}` }),
    ),
    route("products/:prefix/:productId", "routes/storefront/product-route.tsx"),
    route("search", "routes/search/search-route.tsx"),
    route("cart", "routes/storefront/cart-route.tsx"),

    route("blog", "routes/blog/blog-route.tsx"),
    route("recipes", "routes/blog/recipes-route.tsx"),
    route("blogs/:blogId", "routes/blog/article-route.tsx"),
    route("about", "routes/pages/about-route.tsx"),
    route("contact", "routes/pages/contact-route.tsx"),
    route("privacy", "routes/pages/privacy-route.tsx"),
    route("delivery-and-returns", "routes/pages/delivery-and-returns-route.tsx"),

    route("auth", "routes/account/auth-route.tsx"),
    route("auth/forgot", "routes/account/forgot-password-route.tsx"),
    route("auth/link", "routes/account/mail-link-route.tsx"),
    route("auth/reset", "routes/account/reset-password-route.tsx"),
    route("account", "routes/account/account-route.tsx"),
    route("orders/:orderId", "routes/account/order-route.tsx"),
    route("pay", "routes/checkout/pay-route.tsx"),
    route("order-link", "routes/account/order-link-route.tsx"),
    route("stock-messages", "routes/account/stock-messages-route.tsx"),
    route("join", "routes/account/accept-invitation-route.tsx"),

    route("shippingInformation/:orderId", "routes/checkout/shipping-information-route.tsx"),
    route("checkout/:orderId", "routes/checkout/checkout-route.tsx"),
    route("checkout/:orderId/delivery-fee", "routes/checkout/delivery-fee-route.tsx"),
    route("success/:orderId", "routes/checkout/success-route.tsx"),
    route("error", "routes/checkout/error-route.tsx"),
    route("*", "routes/pages/not-found-route.tsx"),
  ]),
  ...(HAS_DESK ? desk : []),
  route("search/suggestions", "routes/search/suggestions-route.ts"),
  route("robots.txt", "routes/pages/robots-route.ts"),
  route("sitemap.xml", "routes/pages/sitemap-route.ts"),
  route("site.webmanifest", "routes/pages/manifest-route.ts"),
  route("feeds/:feed", "routes/pages/product-feed-route.ts"),
] satisfies RouteConfig;
