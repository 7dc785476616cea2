import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { CHUNK_GROUPS, chunkGroup } from "./scripts/chunk-groups.ts";
import { shortClassName } from "./scripts/class-names.ts";
import { markMessages } from "./scripts/messages/vite-plugin.ts";
import { layerModules } from "./scripts/style-layers.ts";

const FRAMEWORK = /node_modules\/(react|react-dom|react-router|scheduler)\//;
const APP = /app\/(ui|values|platform|messages|features)\/|vite\/preload-helper/;

export default defineConfig({
  plugins: [markMessages(), layerModules(), reactRouter()],
  css: { modules: process.env["NODE_ENV"] === "production" ? { generateScopedName: shortClassName } : {} },
  // Only the development server formats messages in the browser. Found later, the package would reload the first page.
  optimizeDeps: { include: ["intl-messageformat"] },
  build: { target: "es2022", assetsInlineLimit, cssMinify: true, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        // Each language's scripts are minified with their texts, by scripts/build.ts.
        minify: false,
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: "framework", test: FRAMEWORK },
                // The order matters: a group also takes the modules that its modules import.
                ...CHUNK_GROUPS.map((group) => ({
                  name: (id: string, modules: Parameters<typeof chunkGroup>[1]) =>
                    chunkGroup(id, modules) === group ? group : null,
                  debugName: group,
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

/** Inlines the category patterns: nine small files would delay the first image of the home page. */
function assetsInlineLimit(file: string): boolean {
  return file.includes("/app/ui/textiles/");
}
