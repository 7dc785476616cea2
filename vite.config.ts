import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

const FRAMEWORK = /node_modules\/(react|react-dom|react-router|scheduler)\//;
/** What nearly every public page shows: one file of each kind instead of thirty. */
const FRAME = new RegExp(
  `app/(ui/(?!dialog|field|panel|date|.*carousel|.*autoplay|use-media|pause)[^/]+|features/(${[
    "blog/(article|article-card)",
    "catalogue/(categories|product|product-card|products-menu)",
    "cart/(cart|cart-store|cart-changes|stored-cart|use-cart|cart-link|add-to-cart-button)",
    "delivery/(directions-link|free-delivery|page-meta|social-links|store-footer|store-settings|store-settings-context)",
  ].join("|")}))(\\.module)?\\.(css|tsx?)$`,
);

export default defineConfig({
  plugins: [reactRouter()],
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
              ],
            },
          },
        },
      },
    },
  },
});
