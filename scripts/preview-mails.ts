import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defaultStoreSettings } from "#app/features/store/store-settings.ts";
import { authEmail } from "#server/messages/auth-email.ts";
import { orderEmail } from "#server/messages/order-emails.ts";
import type { OrderFacts, OutgoingEmail } from "#server/messages/outgoing-email.ts";

/** `npm run mails`: writes every email that the store sends to .cache/mails, as HTML and as text. */
const FOLDER = join(import.meta.dirname, "..", ".cache", "mails");
const ORDER_ID = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff";
const facts: OrderFacts = {
  order_id: ORDER_ID,
  order_number: 1001,
  placed_at: "2026-11-21T15:05:00Z",
  total: 46.96,
  delivery_cost: 0,
  delivery_included: true,
  paid_amount: 46.96,
  refunded_amount: 0,
  delivery_type: "pickup",
  delivery_address: "",
  delivery_phone_number: "",
  customer_name: "Ama Mensah",
  cancelled_by: null,
  cancel_reason: null,
  items: [
    { name: "Puna Yam (Whole Tuber)", quantity: 2, unit_price: 17.99 },
    { name: "Unisex Dashiki Shirt", size: "L", quantity: 1, unit_price: 10.98 },
  ],
};
const leftOut = { id: 1, is_settled: true, name: null, size: null, replacement_quantity: null };
const changedItems: OrderFacts["items"] = facts.items.map((item) => ({
  ...item,
  changes: item.size
    ? [{ kind: "left_out", quantity: 1, ...leftOut, given_back: 10.98 }]
    : [
        {
          id: 2,
          is_settled: true,
          kind: "replaced",
          quantity: 1,
          name: "Sweet Potato",
          size: null,
          replacement_quantity: 2,
          given_back: 3.01,
        },
      ],
}));
const delivery: Partial<OrderFacts> = {
  delivery_type: "delivery",
  delivery_address: "18 Cypress Bend, Humble, TX 77338",
  delivery_phone_number: "(281) 555-0177",
  delivery_included: false,
};
const refund = { amount: 17.99, reason: "requested_by_customer", is_whole: false, lines: null };
const fee = { amount: 7.5, tax_amount: 0.62, is_paid: false };
const paidNothing = { paid_amount: 0 };
const payInStore = { ...paidNothing, pay_in_store_by: "2026-11-25T23:00:00Z", due_amount: 46.96, needs_weight: false };
const previews: [file: string, kind: OutgoingEmail["kind"], more?: Partial<OrderFacts>][] = [
  ["order-paid", "order_paid"],
  ["order-paid-delivery", "order_paid", delivery],
  ["pay-link", "pay_link", { ...paidNothing, channel: "counter" }],
  ["pay-in-store", "pay_in_store", payInStore],
  ["order-ready", "order_ready"],
  ["order-ready-with-changes", "order_ready", { items: changedItems }],
  ["order-out-for-delivery", "order_out_for_delivery", delivery],
  ["order-completed", "order_completed"],
  ["order-cancelled-by-customer", "order_cancelled", { cancelled_by: "customer", cancel_reason: "requested" }],
  ["order-cancelled-by-shop", "order_cancelled", { cancelled_by: "admin", cancel_reason: "requested" }],
  ["order-cancelled-sold-out", "order_cancelled", { cancelled_by: "server", cancel_reason: "sold_out" }],
  [
    "order-cancelled-abandoned",
    "order_cancelled",
    { cancelled_by: "server", cancel_reason: "abandoned", ...paidNothing },
  ],
  ["order-refunded", "order_refunded", { refund: { ...refund, amount: 46.96, is_whole: true } }],
  ["order-refunded-in-part", "order_refunded", { refund }],
  [
    "order-refunded-by-line",
    "order_refunded",
    { refund: { ...refund, lines: [{ name: "Puna Yam (Whole Tuber)", quantity: 1 }] } },
  ],
  ["order-refunded-paid-twice", "order_refunded", { refund: { ...refund, amount: 46.96, reason: "duplicate" } }],
  [
    "order-refunded-in-cash",
    "order_refunded",
    { refund: { ...refund, amount: 46.96, is_whole: true, method: "store_cash" } },
  ],
  ["refund-failed", "refund_failed", { refund: { ...refund, amount: 46.96 } }],
  ["delivery-fee", "delivery_fee", { ...delivery, delivery_fee: fee }],
  ["delivery-fee-free", "delivery_fee", { ...delivery, delivery_fee: { ...fee, amount: 0, tax_amount: 0 } }],
  ["delivery-fee-taken-back", "delivery_fee", { ...delivery, delivery_fee: null }],
  [
    "delivery-fee-paid",
    "delivery_fee_paid",
    { ...delivery, paid_amount: 55.08, delivery_fee: { ...fee, is_paid: true } },
  ],
  [
    "delivery-fee-refunded",
    "order_refunded",
    { ...delivery, refund: { ...refund, amount: 8.12, purpose: "delivery_fee" } },
  ],
  ["payment-failed", "payment_failed", { ...paidNothing, failure_message: "Your card was declined." }],
  [
    "window-lost",
    "window_lost",
    { ...delivery, window_starts_at: "2026-11-26T21:00:00Z", window_ends_at: "2026-11-26T23:00:00Z" },
  ],
  ["shop-order-paid", "shop_order_paid", delivery],
  ["shop-pay-in-store", "shop_pay_in_store", payInStore],
  ["shop-order-cancelled", "shop_order_cancelled", { cancelled_by: "customer", cancel_reason: "requested" }],
];

mkdirSync(FOLDER, { recursive: true });
const context = { shop: defaultStoreSettings, publicOrigin: "http://localhost:3000", linkToken: "signed" };
for (const [file, kind, more] of previews) {
  const id = "00000000-0000-4000-8000-000000000000";
  const mail = {
    id,
    kind,
    order_id: ORDER_ID,
    recipient: "ama@test.example",
    created_at: facts.placed_at,
    facts: { ...facts, ...more },
  };
  write(file, orderEmail(mail, context));
}
const accountMails = [
  "confirmation",
  "recovery",
  "magic_link",
  "email_change_current",
  "email_change_new",
  "reauthentication",
] as const;
for (const kind of accountMails) {
  const mail = {
    kind,
    to: "ama@test.example",
    link: kind === "reauthentication" ? "" : `${context.publicOrigin}/auth/v1/verify?token=…`,
    code: "123456",
    newEmail: "ama.new@test.example",
    linkSeconds: 3600,
    codeSeconds: 600,
  };
  write(`account-${kind.replaceAll("_", "-")}`, authEmail(mail, defaultStoreSettings));
}
console.log(FOLDER);

function write(file: string, mail: { subject: string; text: string; html: string }): void {
  writeFileSync(join(FOLDER, `${file}.html`), mail.html);
  writeFileSync(join(FOLDER, `${file}.txt`), `Subject: ${mail.subject}\n\n${mail.text}\n`);
}
