import { centsFrom, moneyText } from "#app/values/money.ts";
import { sizedName } from "#app/values/sized-name.ts";

/** What became of some of a line that were not there when the order was packed. */
export interface LineChange {
  id: number;
  kind: "replaced" | "left_out";
  /** How many of the line it was. */
  quantity: number;
  /** What was put in instead; null when they were left out. */
  replacement: { name: string; size: string | null; quantity: number } | null;
  /** What the replacement keeps of what was paid for them, and its tax; 0 where it was not asked for. */
  keptCents: number;
  keptTaxCents: number;
  /** What of their price goes back to the customer, tax and all; never less than 0. */
  givesBackCents: number;
  /** Until then it can be taken back, and the customer is not told. */
  isSettled: boolean;
}

/** Old and new in one sentence: "1 × Puna Yam replaced by 1 × Sweet Potato, $4.00 back". */
export function lineChangeText(
  line: { name: string; size?: { label: string } | null },
  { quantity, replacement, givesBackCents }: Pick<LineChange, "quantity" | "replacement" | "givesBackCents">,
): string {
  const old = `${quantity} × ${sizedName(line.name, line.size?.label)}`;
  const now = replacement
    ? `replaced by ${replacement.quantity} × ${sizedName(replacement.name, replacement.size)}`
    : "left out";
  return `${old} ${now}${givesBackCents > 0 ? `, ${moneyText(givesBackCents)} back` : ""}`;
}

/** As `private.line_substitutions` of the database tells them; money in dollars. */
export interface ToldChange {
  id: number;
  is_settled: boolean;
  kind: LineChange["kind"];
  quantity: number;
  name: string | null;
  size: string | null;
  replacement_quantity: number | null;
  given_back: number;
}

export function toldChange(told: ToldChange): LineChange {
  return {
    id: told.id,
    kind: told.kind,
    quantity: told.quantity,
    replacement:
      told.name === null
        ? null
        : { name: told.name, size: told.size, quantity: told.replacement_quantity ?? 1 },
    keptCents: 0,
    keptTaxCents: 0,
    givesBackCents: centsFrom(told.given_back),
    isSettled: told.is_settled,
  };
}
