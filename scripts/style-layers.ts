import type { Plugin } from "vite";

const MODULE = /\/(app|packages)\/(.*)\.module\.css$/;

/** Puts each CSS module into the cascade layer of its folder: `ui` for the design system, `features` for all others. */
export function layerModules(): Plugin {
  return {
    name: "layer-modules",
    enforce: "pre",
    transform(css, id) {
      const file = MODULE.exec(id.split("?")[0] ?? "");
      return file && { code: `@layer ${file[2]?.startsWith("ui/") ? "ui" : "features"} {\n${css}}\n`, map: null };
    },
  };
}
