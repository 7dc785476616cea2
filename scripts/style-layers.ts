import type { Plugin } from "vite";

const MODULE = /\/(?:app|packages)\/.*\.module\.css$/;
const UI_MODULE = /\/app\/ui\/[^/]+$/;

/** Puts each CSS module into the cascade layer of its folder: `ui` for the design system, `features` for all others. */
export function layerModules(): Plugin {
  return {
    name: "layer-modules",
    enforce: "pre",
    transform(css, id) {
      const [file = ""] = id.split("?");
      if (!MODULE.test(file)) return null;
      return { code: `@layer ${UI_MODULE.test(file) ? "ui" : "features"} {\n${css}}\n`, map: null };
    },
  };
}
