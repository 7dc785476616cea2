import type { PickLine } from "#app/features/desk/desk-queries.ts";
import type { OrderLine } from "#app/features/orders/order-line.ts";
import type { Refund } from "#app/features/orders/order-money.ts";
import type { Substitution } from "#app/features/orders/substitution.ts";

/** Returns the line of one yam for $10. */
export function anOrderLine(chosen: Partial<OrderLine> = {}): OrderLine {
  return {
    id: 1,
    productId: 1,
    path: null,
    name: "Puna Yam",
    size: null,
    packSize: "",
    imageUrl: "",
    quantity: 1,
    refundedQuantity: 0,
    unitPriceCents: 1000,
    discountCents: 0,
    taxCents: 0,
    preference: null,
    note: "",
    changes: [],
    ...chosen,
  };
}

/** Returns the line of one yam for $10 on a pick list. */
export function aPickLine(chosen: Partial<PickLine> = {}): PickLine {
  return {
    id: 1,
    productId: 7,
    sizeId: null,
    name: "Puna Yam",
    englishName: null,
    size: null,
    quantity: 1,
    bagQuantity: 1,
    packSize: "",
    imageUrl: "",
    poundsEach: null,
    perPoundCents: null,
    isWeightFinal: false,
    unitPriceCents: 1000,
    preference: null,
    note: "",
    changes: [],
    aisle: "Roots",
    isFrozen: false,
    bestBefore: null,
    packedBy: null,
    ...chosen,
  };
}

/** Returns one unit that was left out of an order that is not packed yet. */
export function aSubstitution(chosen: Partial<Substitution> = {}): Substitution {
  return {
    id: 1,
    kind: "left_out",
    quantity: 1,
    replacement: null,
    replacementCents: 0,
    replacementTaxCents: 0,
    refundCents: 0,
    isSettled: false,
    ...chosen,
  };
}

/** Returns a refund of $10 that succeeded. */
export function aRefund(chosen: Partial<Refund> = {}): Refund {
  return {
    id: "re_1",
    intentId: "pi_1",
    amountCents: 1000,
    taxCents: 0,
    lines: [],
    reason: "requested_by_customer",
    status: "succeeded",
    isCash: false,
    isRelease: false,
    replacesId: null,
    lastError: null,
    requestedAt: "2026-11-21T13:00:00Z",
    settledAt: null,
    ...chosen,
  };
}
