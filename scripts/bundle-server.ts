import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { build, type Plugin } from "vite";
import { isSource } from "./build-sources.mjs";

const ROOT = join(import.meta.dirname, "..");
const OUT = join(ROOT, "build", "shop");

/** Loaded from the installed packages: what has native parts, and what only some shops need, and then late. */
const OUTSIDE = [
  ...["sharp", "@node-rs/argon2"],
  ...["vite", "nodemailer", "@node-saml/node-saml", "@zxcvbn-ts/language-common"],
  ...["@aws-sdk/client-s3", "@aws-sdk/lib-storage"],
];

/**
 * Makes a few files of the server, its libraries and the built pages: to find, read and compile 850 was half of
 * a start. The pages are built before.
 * @throws when a part of it is none of the sources, so that a change of it would go unnoticed
 */
export async function bundleServer(): Promise<void> {
  const modules = new Set<string>();
  await build({
    configFile: false,
    root: ROOT,
    logLevel: "warn",
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    plugins: [foundWhereTheSourcesAre, pagesInside, ownMapsAlone, collect(modules)],
    ssr: { noExternal: true, external: OUTSIDE },
    build: {
      ssr: "server/main.ts",
      outDir: OUT,
      copyPublicDir: false,
      target: "node24",
      sourcemap: true,
      reportCompressedSize: false,
      rolldownOptions: {
        // React Router's word for its browser half.
        checks: { moduleLevelDirective: false },
        // Without hashes a new build takes the old one's place among what Node keeps compiled.
        output: { entryFileNames: "[name].js", chunkFileNames: "[name].js", sourcemapExcludeSources: true },
      },
    },
  });
  const unnoticed = [...modules].filter((path) => !isSource(path));
  if (unnoticed.length > 0) {
    throw new Error(`The server is made of ${unnoticed.join(", ")}: name it in scripts/build-sources.mjs.`);
  }
}

/** A module of ours by its path from the root; null for a library's, the pages' and those that no file holds. */
function ownPath(id: string): string | null {
  const path = relative(ROOT, id).replaceAll(sep, "/");
  return isAbsolute(id) && !/^(\.\.|build|node_modules)(\/|$)/.test(path) ? path : null;
}

/** Migrations, pictures and style sheets lie where they did, seen from the built file, wherever the project lies. */
const foundWhereTheSourcesAre: Plugin = {
  name: "found-where-the-sources-are",
  enforce: "pre",
  transform: (code, id) => {
    if (!ownPath(id) || !code.includes("import.meta.")) return undefined;
    const file = relative(OUT, id).replaceAll(sep, "/");
    const placed = code
      .replaceAll("import.meta.dirname", `(import.meta.dirname + ${JSON.stringify(`/${dirname(file)}`)})`)
      .replaceAll("import.meta.filename", `(import.meta.dirname + ${JSON.stringify(`/${file}`)})`)
      .replaceAll("import.meta.url", `new URL(${JSON.stringify(file)}, import.meta.url).href`);
    return { code: placed, map: null };
  },
};

/** The pages and the server share React Router, which must be one. */
const pagesInside: Plugin = {
  name: "pages-inside",
  enforce: "pre",
  transform: (code, id) => {
    if (ownPath(id) !== "server/pages/load-build.ts") return undefined;
    const loading = "import(pathToFileURL(file).href)";
    if (!code.includes(loading)) throw new Error("The server no longer loads the built pages as it did.");
    return { code: code.replace(loading, `import("../../build/server/index.js")`), map: null };
  },
};

/** Maps for what we write: with the libraries' they would be four times as large. */
const ownMapsAlone: Plugin = {
  name: "own-maps-alone",
  transform: (code, id) => (ownPath(id) ? undefined : { code, map: { mappings: "" } }),
};

const collect = (modules: Set<string>): Plugin => ({
  name: "collect",
  moduleParsed: ({ id }) => {
    const path = ownPath(id);
    if (path) modules.add(path);
  },
});
