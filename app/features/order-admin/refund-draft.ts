import type { Payment, RefundedProductReason, RefundLine } from "#app/features/orders/order-money.ts";
import { linesAmountCents, type RefundableLine } from "#app/features/orders/refundable-lines.ts";
import { t } from "#app/messages/t.ts";
import { wholeNumberTyped } from "#app/values/decimal.ts";
import { centsTyped, moneyProblem, moneyText } from "#app/values/money.ts";

export type RefundKind = "all" | "lines" | "amount" | "fee";

/** A full refund may have a reason unrelated to the products. */
export type RefundWhy = RefundedProductReason | "requested_by_customer";

/** Arguments of the database's refund function. */
export type RefundRequest =
  | { kind: "all"; reason: RefundWhy; isMarkedSoldOut: boolean }
  | { kind: "lines"; lines: RefundLine[]; reason: RefundedProductReason; isMarkedSoldOut: boolean }
  | { kind: "amount"; amountCents: number }
  /** Remainder of a delivery fee that was paid after the order. */
  | { kind: "fee" };

export type RefundDraft =
  | { isValid: true; request: RefundRequest; amountCents: number }
  /** `field` is the name of the invalid input; null if no single one is invalid. */
  | { isValid: false; field: string | null; message: string };

/** Returns the name of a line's input in the form. */
export function lineField(lineId: number): string {
  return `line-${lineId}`;
}

/** Parses the refund form. The database makes the final check; this rejects impossible values early. */
export function readRefundDraft(
  form: FormData,
  lines: readonly RefundableLine[],
  left: { allCents: number; orderCents: number; feeCents: number },
): RefundDraft {
  const kind = form.get("kind");
  if (kind === "amount") return readAmount(String(form.get("amount") ?? ""), left.orderCents);
  if (kind === "lines") return readLines(form, lines, left.orderCents);
  if (kind === "fee") return { isValid: true, request: { kind }, amountCents: left.feeCents };
  const products = refundedProductsOf(form);
  const request = { kind: "all", isMarkedSoldOut: products?.isMarkedSoldOut ?? false } as const;
  return {
    isValid: true,
    request: { ...request, reason: products?.reason ?? "requested_by_customer" },
    amountCents: left.allCents,
  };
}

function readAmount(typed: string, leftCents: number): RefundDraft {
  const amountCents = centsTyped(typed);
  if (amountCents === null || amountCents < 1)
    return wrong("amount", moneyProblem(typed) ?? t("Enter an amount above zero."));
  if (amountCents > leftCents) return tooMuch("amount", leftCents);
  return { isValid: true, request: { kind: "amount", amountCents }, amountCents };
}

/** Returns the refund button's text, with where the money goes. Packers do not see payments, so their text omits it. */
export function refundLabel(sumCents: number, payments: readonly Pick<Payment, "method" | "isHeld">[]): string {
  const amount = moneyText(sumCents);
  if (payments.length === 0) return t("Refund {amount}", { amount });
  if (payments.some(({ isHeld }) => isHeld)) return t("Refund {amount} of the hold", { amount });
  return payments.every(({ method }) => method === "card")
    ? t("Refund {amount} to card", { amount })
    : t("Refund {amount} in store", { amount });
}

function readLines(form: FormData, lines: readonly RefundableLine[], leftCents: number): RefundDraft {
  const chosen: RefundLine[] = [];
  for (const line of lines) {
    const field = lineField(line.id);
    const quantity = wholeNumberTyped(String(form.get(field) ?? "").trim() || "0");
    if (quantity === null || quantity > line.leftQuantity) {
      return wrong(field, t("Choose 0 to {max} of {name}.", { max: line.leftQuantity, name: line.name }));
    }
    if (quantity > 0) chosen.push({ orderItemId: line.id, quantity });
  }
  if (chosen.length === 0) return wrong(lineField(lines[0]?.id ?? 0), t("Choose a quantity for at least one line."));
  const amountCents = linesAmountCents(
    lines,
    (id) => chosen.find(({ orderItemId }) => orderItemId === id)?.quantity ?? 0,
  );
  if (amountCents > leftCents) return tooMuch(null, leftCents);
  const products = refundedProductsOf(form);
  if (!products) return wrong("reason", t("Choose a reason."));
  return { isValid: true, request: { kind: "lines", lines: chosen, ...products }, amountCents };
}

/** Returns the refund reason; null if none was chosen. Only missing products can be marked sold out. */
function refundedProductsOf(form: FormData): { reason: RefundedProductReason; isMarkedSoldOut: boolean } | null {
  const reason = PRODUCT_REFUND_REASONS.find((each) => each === form.get("reason"));
  if (!reason) return null;
  return { reason, isMarkedSoldOut: reason === "missing" && form.get("sold-out") === "on" };
}

const PRODUCT_REFUND_REASONS: readonly RefundedProductReason[] = ["missing", "damaged", "returned"];

function tooMuch(field: string | null, leftCents: number): RefundDraft {
  return wrong(field, t("Only {amount} of this order can be refunded.", { amount: moneyText(leftCents) }));
}

function wrong(field: string | null, message: string): RefundDraft {
  return { isValid: false, field, message };
}
