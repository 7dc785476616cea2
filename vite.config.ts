import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";
import { BUNDLE_ROOMS, bundleRoom } from "./scripts/bundle-rooms.ts";

const FRAMEWORK = /node_modules\/(react|react-dom|react-router|scheduler)\//;
const APP = /app\/(ui|values|platform|features)\/|vite\/preload-helper/;

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
            codeSplitting: {
              groups: [
                { name: "framework", test: FRAMEWORK },
                // In this order: a group takes along what its modules import.
                ...BUNDLE_ROOMS.map((room) => ({
                  name: (id: string, modules: Parameters<typeof bundleRoom>[1]) =>
                    bundleRoom(id, modules) === room ? room : null,
                  debugName: room,
                  test: APP,
                })),
              ],
            },
          },
        },
      },
    },
  },
});
