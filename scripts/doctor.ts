import { checkShop } from "#server/doctor/check-shop.ts";
import type { Finding } from "#server/settings/finding.ts";

/**
 * `npm run doctor`: looks at the settings, keys and neighbours of the shop, and says what is missing and how
 * to get it; changes nothing, but for a few letters that it writes into the bucket of backups and removes. `npm run doctor -- --live` looks as if SHOP_MODE=live were set. Ends with 1 when
 * something is wrong.
 */
const WORDS: Record<Finding["level"], string> = { good: "good", note: "note", wrong: "WRONG" };
const variables = process.argv.includes("--live") ? { ...process.env, SHOP_MODE: "live" } : process.env;
let wrongCount = 0;

console.log(`Looking at the shop, ${variables["SHOP_MODE"] === "live" ? "live" : "demo"} mode.\n`);
await checkShop(variables, ({ subject, level, text, remedy }) => {
  if (level === "wrong") wrongCount += 1;
  console.log(`  ${WORDS[level].padEnd(6)} ${subject.padEnd(12)} ${text}`);
  if (remedy) console.log(`${" ".repeat(22)}→ ${remedy}`);
});
console.log(
  wrongCount === 0
    ? "\nNothing is wrong."
    : `\n${wrongCount} ${wrongCount === 1 ? "thing is" : "things are"} wrong.`,
);
process.exitCode = wrongCount === 0 ? 0 : 1;
