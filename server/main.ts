import "./settings/production.ts";
import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";

// Reading and compiling what the shop is made of is most of a start: what was compiled once is kept beside the
// libraries, where only whoever may change the program writes. Before anything else is loaded.
enableCompileCache(join(import.meta.dirname, "..", "node_modules", ".cache", "calabash"));
const { runShop } = await import("./run.ts");
await runShop();
// Now, because a shop that is killed leaves nothing.
flushCompileCache();
