import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";

const FRAMEWORK = /node_modules\/(react|react-dom|react-router|scheduler)\//;
/** What nearly every public page shows: one file of each kind instead of thirty. */
const FRAME = new RegExp(
  `app/(platform/(outage|public-config|stored-session|structured-data)|values/(contact|money|opening-hours|picture-address)|ui/(?!dialog|leave-guard|typed-values|field|panel|date|.*carousel|.*autoplay|use-prefers-stillness|pause)[^/]+|features/(${[
    "blog/(article|article-card)",
    "catalogue/(categories|product|product-card|products-menu)",
    "cart/(cart|cart-store|stored-cart|use-cart|cart-link|add-to-cart-button)",
    "store/(directions-link|free-delivery|page-meta|social-links|store-footer|store-settings|store-settings-context|store-structured-data)",
  ].join("|")}))(\\.module)?\\.(css|tsx?)$|vite/preload-helper`,
);
/** Forms and dialogs, and what the private pages share: the fewer files, the shorter the list of them that every page loads. */
const FORMS =
  /app\/(values\/shop-clock|ui\/(dialog|leave-guard|typed-values|field|panel|date-time))(\.module)?\.(css|tsx?)$/;
const PRIVATE =
  /app\/(platform\/(browser-data|reads)|features\/(orders\/(?!order-page|order-receipt|order-actions|refund-list|cancel-order)[^/]+|account\/(visitor|require-login|session-end)|checkout\/(billing-details|read-checkout|checkout-frame)|payments\/test-payments-note))(\.module)?\.(css|tsx?)$/;

/** A font that comes after the words stays away until the next page: see docs/decisions/010-a-late-font-waits-for-the-next-page.md. */
const lateFontsWait: Plugin = {
  name: "late-fonts-wait",
  enforce: "pre",
  transform: (code, id) =>
    id.includes("@fontsource") && id.includes(".css")
      ? code.replaceAll("font-display: swap", "font-display: optional")
      : undefined,
};

/** React Router loads the page anew when the script of the next one does not come: app/ui/missing-page.tsx decides. */
const missingPagesAreTold: Plugin = {
  name: "missing-pages-are-told",
  enforce: "pre",
  transform: (code, id) => {
    if (!id.endsWith("/dom/ssr/routeModules.js")) return undefined;
    const reload = "window.location.reload();";
    if (!code.includes(reload)) throw new Error("React Router no longer loads a page anew as it did.");
    const told = 'window.dispatchEvent(new Event("page-script-missing", { cancelable: true }))';
    return code.replace(reload, `if (${told}) ${reload}`);
  },
};

export default defineConfig({
  plugins: [lateFontsWait, missingPagesAreTold, reactRouter()],
  build: { target: "es2022", assetsInlineLimit: 0, cssMinify: true },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Few files compress better than forty, and a first visit asks for less.
            codeSplitting: {
              groups: [
                { name: "framework", test: FRAMEWORK },
                { name: "frame", test: FRAME },
                { name: "forms", test: FORMS },
                { name: "private", test: PRIVATE },
              ],
            },
          },
        },
      },
    },
  },
});
