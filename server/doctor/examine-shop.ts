import type { Finding } from "#server/settings/finding.ts";
import { checkShop } from "./check-shop.ts";

const WORDS: Record<Finding["level"], string> = { good: "good", note: "note", wrong: "WRONG" };

/**
 * Tells line by line what is found about a shop with these variables.
 * @returns how many things are wrong
 */
export async function examineShop(
  variables: Record<string, string | undefined>,
  say: (line: string) => void,
): Promise<number> {
  let wrongCount = 0;
  say(`Looking at the shop, ${variables["SHOP_MODE"] === "live" ? "live" : "demo"} mode.\n`);
  await checkShop(variables, ({ subject, level, text, remedy }) => {
    if (level === "wrong") wrongCount += 1;
    say(`  ${WORDS[level].padEnd(6)} ${subject.padEnd(12)} ${text}`);
    if (remedy) say(`${" ".repeat(22)}→ ${remedy}`);
  });
  say(
    wrongCount === 0
      ? "\nNothing is wrong."
      : `\n${wrongCount} ${wrongCount === 1 ? "thing is" : "things are"} wrong.`,
  );
  return wrongCount;
}
