import { examineShop } from "#server/doctor.ts";

/**
 * `npm run doctor`: checks the store's settings, keys, and external services, and prints each problem with a remedy.
 * Changes nothing, except for a small object that it writes to the backup bucket and deletes. `npm run doctor --
 * --live` checks as if SHOP_MODE=live were set. Exits with 1 if something is wrong.
 */
const variables = process.argv.includes("--live") ? { ...process.env, SHOP_MODE: "live" } : process.env;
const wrongCount = await examineShop(variables, (line) => console.log(line));
process.exitCode = wrongCount === 0 ? 0 : 1;
