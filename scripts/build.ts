import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { buildStamp, fingerprint, SOURCES } from "./build-sources.mjs";
import { bundleServer } from "./bundle-server.ts";

/** Builds the pages, compresses the browser's files once instead of at every request, and builds the server. */
const ROOT = join(import.meta.dirname, "..");
const CLIENT = join(ROOT, "build", "client");
const COMPRESSIBLE = /\.(js|css|svg|json|txt)$/;

// Of what was there before; and none while a build is half done, or when it fails.
const sources = fingerprint(ROOT, SOURCES);
rmSync(buildStamp(ROOT), { force: true });

execFileSync(process.execPath, [join(ROOT, "node_modules/@react-router/dev/bin.cjs"), "build"], {
  cwd: ROOT,
  stdio: ["ignore", "inherit", "inherit"],
  env: { ...process.env, NODE_ENV: "production" },
});

for (const entry of readdirSync(CLIENT, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue;
  const file = join(entry.parentPath, entry.name);
  const bytes = readFileSync(file);
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  );
}

await bundleServer();
writeFileSync(buildStamp(ROOT), sources);
