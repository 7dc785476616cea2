import { expect, test } from "vitest";
import { ORDER_STATUSES } from "#app/features/orders/order-status.ts";
import { LOAD_ORDER } from "#supabase/load-order.ts";
import { readSchemaFile } from "./schema-graph.ts";

/** Schema files that name order statuses, with the reason. What a status means stands in orders/orders.sql alone. */
const NAMED_IN: Record<string, string> = {
  "customers/customer-merges.sql": "an account with an unpaid order is not merged",
  "customers/deleted-accounts.sql": "an unpaid order is canceled with its account",
  "delivery/time-windows.sql": "an unpaid order reserves a slot",
  "desk/order-board.sql": "the first pick starts packing; orders handed over today; unpaid orders",
  "driver-runs/driver-runs.sql": "a run takes orders out and hands them over",
  "messages/order-emails.sql": "paid, canceled, and completed orders have emails of their own",
  "messages/push-subscriptions.sql": "values of the queue's column",
  "messages/worker.sql": "abandoned orders are canceled, and their intents closed",
  "order-commands/choose-pay-in-store.sql": "unpaid orders are packed in steps of their own",
  "order-commands/order-commands.sql": "orders are canceled",
  "order-commands/order-links.sql": "orders are canceled",
  "order-commands/order-rules.sql": "payments, cancellations, and refunds have conditions of their own",
  "order-commands/payable-orders.sql": "unpaid orders can be paid",
  "order-commands/place-order.sql": "unpaid orders can be paid",
  "order-totals/order-delivery.sql": "unpaid orders can be changed",
  "order-totals/order-discount.sql": "an unpaid order is replaced by the next one",
  "orders/billing-details.sql": "unpaid orders can be changed",
  "orders/orders.sql": "the statuses, what they mean, and the allowed moves",
  "orders/stock.sql": "unpaid orders can be changed",
  "pay-in-store/pay-in-store.sql": "unpaid orders are packed in steps of their own",
  "payments/payments.sql": "unpaid orders can be paid",
  "point-of-sale/point-of-sale.sql": "unpaid orders can be paid",
  "point-of-sale/till.sql": "a sale is paid and completed at once",
  "settlement/holds.sql": "the hold of a canceled order is released",
  "settlement/payment-events.sql": "a payment makes an order paid, or finds it canceled",
  "settlement/refund-events.sql": "a refund makes an order refunded, or fails",
  "substitutions/substitutions.sql": "unpaid orders have not taken replacements from stock",
  "texts/outgoing-texts.sql": "unpaid orders get texts, too",
  "texts/send-texts.sql": "unpaid orders get texts, too",
  "texts/text-consents.sql": "unpaid orders get texts, too",
  "triggers/orders.sql": "a payment, a cancellation, and the hand-over have steps of their own",
};

const STATUS = `'(?:${ORDER_STATUSES.join("|")})'`;
const COMPARED = new RegExp(
  String.raw`\b\w*(?:status|step)\)? (?:=|<>|:=|is (?:not )?distinct from|(?:not )?in) \(?${STATUS}|in \(${STATUS}, ${STATUS}`,
);
/** Refunds, emails, and texts have statuses of their own. */
const OTHER = /'requested'|'succeeded'|\b(?:refunds|mails?|texts)\.status/;

/** Returns the lines of SQL that name an order status. */
function listNamedStatuses(sql: string): string[] {
  return sql.split("\n").filter((line) => COMPARED.test(line.replace(/--.*/, "")) && !OTHER.test(line));
}

test("only the listed schema files name order statuses", () => {
  const naming = LOAD_ORDER.filter((file) => listNamedStatuses(readSchemaFile(file)).length > 0);
  expect([...naming].sort()).toEqual(Object.keys(NAMED_IN));
  expect(listNamedStatuses("  and orders.status in ('paid', 'ready')\n  and refunds.status = 'pending'")).toHaveLength(
    1,
  );
});

test("only orders/orders.sql lists several statuses by name", () => {
  const lists = LOAD_ORDER.filter((file) => file !== "orders/orders.sql").flatMap((file) =>
    listNamedStatuses(readSchemaFile(file))
      .filter((line) => new RegExp(`${STATUS}, ${STATUS}`).test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(lists).toEqual([
    "driver-runs/driver-runs.sql: perform private.reject_if(taken.status not in ('out_for_delivery', 'completed'), 'PT409',",
    "messages/push-subscriptions.sql: status text not null check (status in ('ready', 'out_for_delivery')),",
  ]);
});
