import "./settings/production.ts";
import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";

// Reading and compiling modules is most of a start, so compiled code is cached beside the libraries, where only users
// who may change the program can write. Enabled before anything else is loaded.
enableCompileCache(join(import.meta.dirname, "..", "node_modules", ".cache", "calabash"));
const { runShop } = await import("./run.ts");
await runShop();
// Now, because a shop that is killed leaves nothing.
flushCompileCache();
