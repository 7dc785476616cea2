import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";
import { categories } from "./features/catalog/categories.ts";
import { listDeskPaths } from "./features/desk-frame/desk-pages.ts";

/** Back-office pages that share one module, which edits a part of the store's settings. */
const SETTINGS_PARTS = ["shop", "about", "hours", "messages", "banner"].map((part) => `/desk/settings/${part}`);

/** Each page of the menu is the module at its path; the others are opened from lists. */
const desk = layout("routes/desk/desk-layout.tsx", [
  layout("routes/desk/desk-page-layout.tsx", [
    ...listDeskPaths()
      .filter((path) => path !== "/desk/till")
      .map((path) =>
        SETTINGS_PARTS.includes(path)
          ? route(path.slice(1), "routes/desk/settings/settings-part-route.tsx", {
              id: `settings-part-${path.split("/").at(-1)}`,
            })
          : route(path.slice(1), `routes${path}-route.tsx`),
      ),
    route("desk/print", "routes/desk/print-route.tsx"),
    route("desk/products/labels", "routes/desk/products/shelf-labels-route.tsx"),
    route("desk/*", "routes/desk/desk-not-found-route.tsx"),
  ]),
  route("desk/till", "routes/desk/till-route.tsx"),
  route("desk/orders/:orderId", "routes/desk/orders/staff-order-route.tsx"),
  route("desk/customers/:customerId", "routes/desk/customers/customer-route.tsx"),
  route("desk/articles/:articleId", "routes/desk/articles/article-route.tsx"),
  route("desk/products/new", "routes/desk/products/product-editor-route.tsx", { id: "new-product" }),
  route("desk/products/:category/:id", "routes/desk/products/product-editor-route.tsx"),
]);

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
  desk,
  route("opening-soon", "routes/pages/opening-soon-route.tsx"),
  route("search/suggestions", "routes/search/suggestions-route.ts"),
  route("robots.txt", "routes/pages/robots-route.ts"),
  route("sitemap.xml", "routes/pages/sitemap-route.ts"),
  route("site.webmanifest", "routes/pages/manifest-route.ts"),
  route("feeds/:feed", "routes/pages/product-feed-route.ts"),
] satisfies RouteConfig;
