import { t } from "#app/messages/t.ts";
import { moneyText } from "#app/values/money.ts";

/** Returns the cost of received lines: "$30.00", "$30.00, 1 line of unknown cost", or "unknown cost". */
export function costText(lines: readonly { quantity: number; costCents: number | null }[]): string {
  const known = lines.flatMap(({ quantity, costCents }) => (costCents === null ? [] : [quantity * costCents]));
  if (known.length === 0) return t("unknown cost");
  const unknownCount = lines.length - known.length;
  const text = moneyText(known.reduce((sum, cents) => sum + cents, 0));
  if (unknownCount === 0) return text;
  return t("{amount}, {count, plural, one {# line} other {# lines}} of unknown cost", {
    amount: text,
    count: unknownCount,
  });
}
