import { createHash } from "node:crypto";
import { type Dirent, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { ServerBuild } from "react-router";
import { build, createBuilder, minify, type Rolldown } from "vite";
import { LOCALES, type Locale, STAFF_LOCALES } from "#app/messages/locales.ts";
import { readTranslations } from "#server/base/translations.ts";
import { buildStamp, fingerprint, SOURCES } from "./build-sources.mjs";
import { findTokens } from "./messages/localize.ts";
import { listNeeded, nameScripts, readScriptGraph, renameScripts } from "./name-scripts.ts";

/** Builds the pages, and compresses the browser's files once instead of for every response. */
const ROOT = join(import.meta.dirname, "..");
const CLIENT = join(ROOT, "build", "client");
const ASSETS = join(CLIENT, "assets");
/** Route ids, and modules, of staff pages. */
const DESK_ROUTE = /^(routes\/desk[/-]|settings-part-|new-product$)/;
const DESK_MODULE = /\/app\/routes\/desk[/-]/;
const MANIFEST = /^manifest-.*\.js$/;
const COMPRESSIBLE = /\.(js|css|svg|json|txt|wasm)$/;
const TARGET = "es2022";

/** New names of the scripts of a language. */
type Names = ReadonlyMap<string, string>;

process.env["NODE_ENV"] = "production";
// The fingerprint is computed before the build, so that a change during the build causes a rebuild. The stamp is
// removed so that a failed build leaves none.
const sources = fingerprint(ROOT, SOURCES);
rmSync(buildStamp(ROOT), { force: true });

const [names, serviceWorker] = await Promise.all([buildPages(), buildServiceWorker()]);
writeFileSync(join(CLIENT, "sw.js"), serviceWorker);
await writeManifests(names);
await Promise.all(readdirSync(CLIENT, { recursive: true, withFileTypes: true }).map(compressEntry));
writeFileSync(buildStamp(ROOT), sources);

/** Builds the browser's scripts of each language, and at the same time the server bundle that renders the pages. */
async function buildPages(): Promise<Map<Locale, Names>> {
  let localized: Promise<Map<Locale, Names>> | undefined;
  const builder = await createBuilder({
    root: ROOT,
    configLoader: "native",
    logLevel: "warn",
    plugins: [
      {
        name: "localize-pages",
        applyToEnvironment: (environment) => environment.name === "client",
        writeBundle(_, bundle) {
          localized = localizePages(bundle);
          // A failure is reported below.
          localized.catch(() => undefined);
        },
      },
    ],
  });
  await builder.buildApp();
  if (!localized) throw new Error("The browser's files were not built.");
  return localized;
}

/** Replaces the built scripts with those of each language. Scripts with equal content have equal names. */
async function localizePages(bundle: Rolldown.OutputBundle): Promise<Map<Locale, Names>> {
  const entries = Object.values(bundle).flatMap((file) => (file.type === "chunk" && file.isEntry ? [file] : []));
  const built = readdirSync(ASSETS)
    .filter((name) => name.endsWith(".js"))
    .map((name) => [name, readFileSync(join(ASSETS, name), "utf8")] as const);
  const tokens = new Map(built.map(([name, code]) => [name, findTokens(name, code)]));
  for (const [name] of built) rmSync(join(ASSETS, name));
  const common = await minifyAll(built.filter(([name]) => !tokens.get(name)));
  const written = new Map<string, Promise<void>>();
  const namesOf = new Map<Locale, Names>();
  for (const locale of LOCALES) {
    const translations = readTranslations(locale);
    const own = [...tokens].flatMap(([name, localize]) =>
      localize ? [[name, localize(locale, translations)] as const] : [],
    );
    const scripts = new Map([...common, ...(await minifyAll(own))]);
    const graph = readScriptGraph(scripts);
    const names = nameScripts(scripts, graph);
    const roots = entries.filter(({ facadeModuleId }) => hasDesk(locale) || !DESK_MODULE.test(facadeModuleId ?? ""));
    const needed = listNeeded(
      roots.map(({ fileName }) => basename(fileName)),
      graph,
    );
    for (const name of needed) {
      const newName = names.get(name) ?? name;
      if (written.has(newName)) continue;
      written.set(newName, writeCompressed(join(ASSETS, newName), renameScripts(scripts.get(name) ?? "", names)));
    }
    namesOf.set(locale, names);
  }
  await Promise.all(written.values());
  return namesOf;
}

function hasDesk(locale: Locale): boolean {
  return STAFF_LOCALES.includes(locale);
}

/** Minifies scripts by name. */
async function minifyAll(scripts: (readonly [name: string, code: string])[]): Promise<Map<string, string>> {
  const options = {
    module: true,
    compress: { target: TARGET },
    mangle: { toplevel: true },
    codegen: { legalComments: "none" },
  } as const;
  return new Map(
    await Promise.all(
      scripts.map(async ([name, code]) => {
        const minified = await minify(name, code, options);
        if (minified.errors.length > 0) throw new Error(`${name}: ${minified.errors[0]?.message}`);
        return [name, minified.code] as const;
      }),
    ),
  );
}

/**
 * Writes each language's manifests: one with all routes for the back office, and one without staff routes for the store,
 * which makes the first load 1.7 kB smaller.
 */
async function writeManifests(namesOf: ReadonlyMap<Locale, Names>): Promise<void> {
  const name = readdirSync(ASSETS).find((file) => MANIFEST.test(file));
  if (!name) throw new Error("The build has no manifest.");
  const text = readFileSync(join(ASSETS, name), "utf8");
  rmSync(join(ASSETS, name));
  for (const [locale, names] of namesOf) {
    const all: ServerBuild["assets"] = JSON.parse(
      renameScripts(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1), names),
    );
    const routes = Object.fromEntries(Object.entries(all.routes).filter(([id]) => !DESK_ROUTE.test(id)));
    const store = await writeManifest({ ...all, routes });
    const manifests = { store, all: hasDesk(locale) ? await writeManifest(all) : store };
    writeFileSync(join(ROOT, "build", `manifests-${locale}.json`), JSON.stringify(manifests));
  }
}

/** Writes the manifest as a script. @returns the manifest with its address */
async function writeManifest(manifest: ServerBuild["assets"]): Promise<ServerBuild["assets"]> {
  const { entry, routes } = manifest;
  const version = createHash("sha256").update(JSON.stringify({ entry, routes })).digest("hex").slice(0, 8);
  const own = { ...manifest, version, url: `/assets/manifest-${version}.js` };
  await writeCompressed(join(CLIENT, own.url), `window.__reactRouterManifest=${JSON.stringify(own)};`);
  return own;
}

/** Compresses a file that the build did not write itself. */
async function compressEntry(entry: Dirent): Promise<void> {
  const file = join(entry.parentPath, entry.name);
  if (entry.isFile() && COMPRESSIBLE.test(entry.name) && !existsSync(`${file}.br`))
    await compress(file, readFileSync(file));
}

async function writeCompressed(file: string, text: string): Promise<void> {
  writeFileSync(file, text);
  await compress(file, Buffer.from(text));
}

async function compress(file: string, bytes: Buffer): Promise<void> {
  // The barcode reader is one large file for staff: quality 11 would save 11 % more, but take three seconds.
  const quality = file.endsWith(".wasm") ? 9 : 11;
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: quality } };
  writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, brotliOptions));
}

/** Returns the service worker: one file at the site's root, so that its scope is the whole site. */
async function buildServiceWorker(): Promise<string> {
  const output = await build({
    configFile: false,
    root: ROOT,
    publicDir: false,
    logLevel: "warn",
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    build: {
      target: TARGET,
      write: false,
      rolldownOptions: {
        input: { sw: join(ROOT, "app/offline/service-worker.ts") },
        output: { format: "iife", entryFileNames: "[name].js" },
      },
    },
  });
  const [result] = Array.isArray(output) ? output : [output];
  const file = result && "output" in result ? result.output[0] : undefined;
  if (!file) throw new Error("The service worker was not built.");
  return file.code;
}
