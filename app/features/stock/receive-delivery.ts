import type { BrowserData } from "#app/platform/browser-data.ts";
import { commandResult } from "#app/platform/command-result.ts";
import { wholeNumberTyped } from "#app/values/decimal.ts";
import { amountFrom, centsTyped } from "#app/values/money.ts";
import type { DeliveryFormValues } from "./delivery-form-values.ts";

/** Saves a valid delivery, all lines or none, and only once per request key. @returns its id */
export async function receiveDelivery(
  { rest }: BrowserData,
  { supplierId, reference, note, lines, requestKey }: DeliveryFormValues,
): Promise<number> {
  const answer = await rest.rpc("receive_delivery", {
    supplier_id: supplierId === "" ? null : Number(supplierId),
    reference: reference.trim(),
    note: note.trim(),
    lines: lines.map((line) => {
      const cents = centsTyped(line.cost);
      return {
        product_id: line.productId,
        size_id: line.sizeId,
        quantity: wholeNumberTyped(line.quantity),
        unit_cost: amountFrom(cents),
        best_before: line.bestBefore || null,
        starts_counting: line.startsCounting,
      };
    }),
    request_key: requestKey,
  });
  return Number(commandResult(answer));
}
