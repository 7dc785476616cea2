import { examineShop } from "#server/doctor.ts";

/**
 * `npm run doctor`: looks at the settings, keys and neighbours of the shop, and says what is missing and how
 * to get it; changes nothing, but for a few letters that it writes into the bucket of backups and removes. `npm run doctor -- --live` looks as if SHOP_MODE=live were set. Ends with 1 when
 * something is wrong.
 */
const variables = process.argv.includes("--live") ? { ...process.env, SHOP_MODE: "live" } : process.env;
const wrongCount = await examineShop(variables, (line) => console.log(line));
process.exitCode = wrongCount === 0 ? 0 : 1;
