import { type RefundLine, refundableQuantity, refundableTaxCents } from "#app/features/orders/order-money.ts";
import type { OrderRecord } from "#app/features/orders/order-record.ts";
import { centsTyped, moneyText } from "#app/values/money.ts";
import { sizedName } from "#app/values/sized-name.ts";

export type RefundKind = "all" | "lines" | "amount";

/** What the dialog asks the database for. */
export type RefundRequest =
  | { kind: "all"; doGoodsComeBack: boolean }
  | { kind: "lines"; lines: RefundLine[]; doGoodsComeBack: boolean }
  | { kind: "amount"; amountCents: number };

export type RefundDraft =
  | { isValid: true; request: RefundRequest; amountCents: number }
  /** `field` is the name of the input to mend; null when no single one is wrong. */
  | { isValid: false; field: string | null; message: string };

/** A line that can still be given back, with how many of it. */
export interface RefundableLine {
  id: number;
  /** With its size. */
  name: string;
  unitPriceCents: number;
  /** What comes off the whole line. */
  discountCents: number;
  quantity: number;
  leftQuantity: number;
  /** Of the whole line, and what of it can still be given back. */
  taxCents: number;
  leftTaxCents: number;
}

export function refundableLines({ order, refunds }: OrderRecord): RefundableLine[] {
  return order.lines
    .map(({ id, name, size, unitPriceCents, discountCents, quantity, taxCents }) => ({
      id,
      name: sizedName(name, size?.label),
      unitPriceCents,
      discountCents,
      quantity,
      leftQuantity: refundableQuantity({ id, quantity }, refunds),
      taxCents,
      leftTaxCents: refundableTaxCents({ id, taxCents }, refunds),
    }))
    .filter((line) => line.leftQuantity > 0);
}

/** The name of a line's input in the form. */
export function lineField(lineId: number): string {
  return `line-${lineId}`;
}

/** Reads what was typed. The database has the last word; this only spares it what cannot be. */
export function readRefundDraft(
  form: FormData,
  lines: readonly RefundableLine[],
  leftCents: number,
): RefundDraft {
  const kind = form.get("kind");
  if (kind === "amount") return readAmount(String(form.get("amount") ?? ""), leftCents);
  if (kind === "lines") return readLines(form, lines, leftCents);
  return { isValid: true, request: { kind: "all", ...goodsOf(form) }, amountCents: leftCents };
}

function readAmount(typed: string, leftCents: number): RefundDraft {
  const amountCents = centsTyped(typed);
  if (amountCents === null || amountCents < 1) return wrong("amount", "Please type an amount above zero.");
  if (amountCents > leftCents) return tooMuch("amount", leftCents);
  return { isValid: true, request: { kind: "amount", amountCents }, amountCents };
}

function readLines(form: FormData, lines: readonly RefundableLine[], leftCents: number): RefundDraft {
  const chosen: RefundLine[] = [];
  let amountCents = 0;
  for (const line of lines) {
    const field = lineField(line.id);
    const quantity = Number(String(form.get(field) ?? "").trim() || "0");
    if (!Number.isInteger(quantity) || quantity < 0 || quantity > line.leftQuantity) {
      return wrong(field, `Please choose 0 to ${line.leftQuantity} of ${line.name}.`);
    }
    if (quantity > 0) chosen.push({ orderItemId: line.id, quantity });
    amountCents += priceOf(line, quantity) + taxOf(line, quantity);
  }
  if (chosen.length === 0) return wrong(null, "Please choose how many of which line.");
  if (amountCents > leftCents) return tooMuch(null, leftCents);
  return { isValid: true, request: { kind: "lines", lines: chosen, ...goodsOf(form) }, amountCents };
}

/** What was paid for so many of a line: as for the tax, the last of them bring the cents that are over. */
function priceOf(line: RefundableLine, quantity: number): number {
  const paidCents = line.unitPriceCents * line.quantity - line.discountCents;
  const upTo = (count: number) => Math.round((paidCents * count) / line.quantity);
  const backQuantity = line.quantity - line.leftQuantity;
  return upTo(backQuantity + quantity) - upTo(backQuantity);
}

/** The sales tax that goes with so many of a line: the last of them bring the cents that are over. */
function taxOf(line: RefundableLine, quantity: number): number {
  const backQuantity = line.quantity - line.leftQuantity + quantity;
  const dueCents = Math.round((line.taxCents * backQuantity) / line.quantity);
  return Math.max(0, dueCents - (line.taxCents - line.leftTaxCents));
}

/** What nobody said comes back does not. */
function goodsOf(form: FormData): { doGoodsComeBack: boolean } {
  return { doGoodsComeBack: form.get("goods") === "back" };
}

function tooMuch(field: string | null, leftCents: number): RefundDraft {
  return wrong(field, `Only ${moneyText(leftCents)} of this order is left to refund.`);
}

function wrong(field: string | null, message: string): RefundDraft {
  return { isValid: false, field, message };
}
