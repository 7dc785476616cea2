import { randomInt } from "node:crypto";
import type { Stripe } from "stripe";

/** Seconds until a hold expires: https://docs.stripe.com/payments/place-a-hold-on-a-payment-method */
export const HOLD_S = 7 * 24 * 60 * 60;

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Returns an id like Stripe's (`pi_3Q…`, `ch_…`, `evt_…`): a prefix and random characters. */
export function sandboxId(prefix: string, length = 24): string {
  return `${prefix}_${Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("")}`;
}

/** Returns the id of the balance transaction of a charge, refund, event, or payout. */
export function transactionIdOf(id: string): string {
  return id.replace(/^[a-z]+_/, "txn_");
}

export function unixTime(): number {
  return Math.floor(Date.now() / 1000);
}

export function newCustomer(
  chosen: Pick<Stripe.Customer, "description" | "email" | "metadata" | "name">,
): Stripe.Customer {
  return {
    id: sandboxId("cus", 14),
    object: "customer",
    address: null,
    balance: 0,
    created: unixTime(),
    currency: null,
    default_source: null,
    delinquent: false,
    discount: null,
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
    ...chosen,
  };
}

export function newPaymentIntent(
  chosen: Pick<Stripe.PaymentIntent, "amount" | "currency" | "description" | "metadata" | "receipt_email"> &
    Partial<Pick<Stripe.PaymentIntent, "capture_method" | "customer" | "setup_future_usage">>,
): Stripe.PaymentIntent {
  const id = sandboxId("pi");
  return {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: chosen.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: chosen.capture_method ?? "automatic",
    client_secret: `${id}_secret_${sandboxId("", 25).slice(1)}`,
    confirmation_method: "automatic",
    created: unixTime(),
    currency: chosen.currency,
    customer: chosen.customer ?? null,
    customer_account: null,
    description: chosen.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: chosen.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: "automatic" },
    },
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: chosen.receipt_email,
    review: null,
    setup_future_usage: chosen.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_group: null,
  };
}

export function newCharge(
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  failure: { code: string; decline_code?: string | undefined; message: string } | null,
): Stripe.Charge {
  const isHold = !failure && intent.capture_method === "manual";
  const created = unixTime();
  return {
    id: sandboxId("ch"),
    object: "charge",
    amount: intent.amount,
    amount_captured: failure || isHold ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: null,
    captured: !failure && !isHold,
    created,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: failure ? "declined_by_network" : "approved_by_network",
      reason: failure ? (failure.decline_code ?? failure.code) : null,
      risk_level: "normal",
      seller_message: failure ? "The bank did not return any further details with this decline." : "Payment complete.",
      type: failure ? "issuer_declined" : "authorized",
    },
    paid: !failure,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: method.card
      ? cardDetails(method.card, intent.amount, isHold ? created + HOLD_S : undefined)
      : null,
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: failure ? "failed" : "succeeded",
    transfer_data: null,
    transfer_group: null,
  };
}

/** Returns the card details of a receipt: brand and last four digits, never the number. */
function cardDetails(
  card: Stripe.PaymentMethod.Card,
  amount: number,
  captureBefore: number | undefined,
): NonNullable<Stripe.Charge["payment_method_details"]> {
  return {
    type: "card",
    card: {
      amount_authorized: amount,
      authorization_code: null,
      brand: card.brand,
      ...(captureBefore === undefined ? {} : { capture_before: captureBefore }),
      checks: card.checks,
      country: card.country,
      electronic_commerce_indicator: null,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      funding: card.funding,
      installments: null,
      last4: card.last4,
      mandate: null,
      network: card.brand,
      network_transaction_id: null,
      regulated_status: card.regulated_status,
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  };
}

export function newRefund(
  charge: Stripe.Charge,
  chosen: {
    amount: number;
    reason: Stripe.Refund.Reason | null;
    metadata: Record<string, string>;
    status: "pending" | "succeeded";
    /** The uncaptured rest of a hold: no money moves. */
    isRelease?: boolean;
  },
): Stripe.Refund {
  const id = sandboxId("re");
  return {
    id,
    object: "refund",
    amount: chosen.amount,
    balance_transaction: chosen.isRelease ? null : transactionIdOf(id),
    charge: charge.id,
    created: unixTime(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    metadata: chosen.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: chosen.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: chosen.status,
    transfer_reversal: null,
  };
}
