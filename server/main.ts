import "./settings/production.ts";
import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";

// Compiling some 850 modules is most of a start, so Node caches the compiled code. The folder lies beside the libraries,
// because code in it runs: only those who may change the program can write there.
enableCompileCache(join(import.meta.dirname, "..", "node_modules", ".cache", "calabash"));
const { runShop } = await import("./run.ts");
await runShop();
// Node writes the cache on exit, which a killed process does not reach.
flushCompileCache();
