import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, type Dirent, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { ServerBuild } from "react-router";
import { build } from "vite";
import { DEFAULT_LOCALE, type Locale, TRANSLATED_LOCALES } from "#app/messages/locales.ts";
import { buildStamp, fingerprint, SOURCES } from "./build-sources.mjs";
import { PAGE_LOCALE } from "./messages/vite-plugin.ts";

/** Builds the pages, and compresses the browser's files once instead of for every response. */
const ROOT = join(import.meta.dirname, "..");
const CLIENT = join(ROOT, "build", "client");
const ASSETS = join(CLIENT, "assets");
/** Route ids of staff pages. */
const DESK_ROUTE = /^(routes\/(desk|settings)\/|record-|new-product$)/;
const MAX_OUTPUT = 16 * 1024 * 1024;
const COMPRESSIBLE = /\.(js|css|svg|json|txt|wasm)$/;

// The fingerprint is computed before the build, so that a change during the build causes a rebuild. The stamp is
// removed so that a failed build leaves none.
const sources = fingerprint(ROOT, SOURCES);
rmSync(buildStamp(ROOT), { force: true });

await buildPages(DEFAULT_LOCALE);
writeManifests(DEFAULT_LOCALE, ASSETS);
await Promise.all(TRANSLATED_LOCALES.map(addPagesOf));
await buildServiceWorker();
await Promise.all(readdirSync(CLIENT, { recursive: true, withFileTypes: true }).map(compress));
writeFileSync(buildStamp(ROOT), sources);

/** Builds a language's browser files, and the server bundle that renders the pages. */
async function buildPages(locale: Locale): Promise<void> {
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [join(ROOT, "node_modules/@react-router/dev/bin.cjs"), "build"],
    { cwd: ROOT, env: { ...process.env, NODE_ENV: "production", [PAGE_LOCALE]: locale }, maxBuffer: MAX_OUTPUT },
  );
  process.stdout.write(stdout);
  process.stderr.write(stderr);
}

/** Adds a language's browser files to the English ones. Files with equal content have equal names. */
async function addPagesOf(locale: Locale): Promise<void> {
  await buildPages(locale);
  const folder = join(ROOT, "build", locale);
  cpSync(join(folder, "client", "assets"), ASSETS, { recursive: true });
  writeManifests(locale, join(folder, "client", "assets"));
  rmSync(folder, { recursive: true });
}

/**
 * Writes a language's manifests: one with all routes for the back office, and one without staff routes for the store, which
 * makes the first load 1.7 kB smaller.
 */
function writeManifests(locale: Locale, assets: string): void {
  const name = readdirSync(assets).find((file) => /^manifest-.*\.js$/.test(file));
  if (!name) throw new Error(`The build of "${locale}" has no manifest.`);
  const text = readFileSync(join(assets, name), "utf8");
  const all: ServerBuild["assets"] = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));
  const routes = Object.fromEntries(Object.entries(all.routes).filter(([id]) => !DESK_ROUTE.test(id)));
  const hash = createHash("sha256").update(JSON.stringify(routes)).digest("hex").slice(0, 8);
  const store = { ...all, routes, url: `/assets/manifest-${hash}.js` };
  writeFileSync(join(ASSETS, `manifest-${hash}.js`), `window.__reactRouterManifest=${JSON.stringify(store)};`);
  writeFileSync(join(ROOT, "build", `manifests-${locale}.json`), JSON.stringify({ store, all }));
}

async function compress(entry: Dirent): Promise<void> {
  if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) return;
  const file = join(entry.parentPath, entry.name);
  const bytes = readFileSync(file);
  // The barcode reader is one large file for staff: quality 11 would save 11 % more, but take three seconds.
  const quality = entry.name.endsWith(".wasm") ? 9 : 11;
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: quality } };
  writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, brotliOptions));
}

/** The service worker is one file at the site's root, so that its scope is the whole site. */
async function buildServiceWorker(): Promise<void> {
  await build({
    configFile: false,
    root: ROOT,
    publicDir: false,
    logLevel: "warn",
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    build: {
      target: "es2022",
      outDir: CLIENT,
      emptyOutDir: false,
      rolldownOptions: {
        input: { sw: join(ROOT, "app/offline/service-worker.ts") },
        output: { format: "iife", entryFileNames: "[name].js" },
      },
    },
  });
}
