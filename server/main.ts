import "./base/production.ts";
import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";

// Node caches the compiled code, because compiling some 850 modules is most of a start. The folder is in node_modules,
// because its code is executed: only users who can change the program can write there.
enableCompileCache(join(import.meta.dirname, "..", "node_modules", ".cache", "calabash"));
const { runShop } = await import("./run.ts");
await runShop();
// Node writes the cache on exit, which a killed process does not reach.
flushCompileCache();
