import { execFileSync } from "node:child_process";
import { type Dirent, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";
import { buildStamp, fingerprint, SOURCES } from "./build-sources.mjs";

/** Builds the pages, and compresses the browser's files once instead of on every request. */
const ROOT = join(import.meta.dirname, "..");
const CLIENT = join(ROOT, "build", "client");
const COMPRESSIBLE = /\.(js|css|svg|json|txt|wasm)$/;

// Computed before the build, so that a change during the build counts; removed, so that a failed build leaves no stamp.
const sources = fingerprint(ROOT, SOURCES);
rmSync(buildStamp(ROOT), { force: true });

execFileSync(process.execPath, [join(ROOT, "node_modules/@react-router/dev/bin.cjs"), "build"], {
  cwd: ROOT,
  stdio: ["ignore", "inherit", "inherit"],
  env: { ...process.env, NODE_ENV: "production" },
});

await buildServiceWorker();
await Promise.all(readdirSync(CLIENT, { recursive: true, withFileTypes: true }).map(compress));
writeFileSync(buildStamp(ROOT), sources);

async function compress(entry: Dirent): Promise<void> {
  if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) return;
  const file = join(entry.parentPath, entry.name);
  const bytes = readFileSync(file);
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, brotliOptions));
}

/** One file at the root of the site, so that its scope is the whole site. */
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
