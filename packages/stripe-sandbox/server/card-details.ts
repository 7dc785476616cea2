import type { Stripe } from "stripe";
import { hasValidCheckDigit, isAmex } from "../card-number.ts";
import type { FormFields } from "./form-body.ts";
import { sandboxId, unixTime } from "./objects.ts";
import { missing, readObject, readText, rejectUnknown } from "./parameters.ts";
import { invalidRequest, notFound, StripeSandboxError } from "./stripe-error.ts";
import { findReadyMadeNumber, findTestCard, type TestCard } from "./test-cards.ts";

export type PresentedCard = { card: TestCard; method: Stripe.PaymentMethod };

/**
 * Reads the card of a confirmation: `payment_method_data[type]=card` with number, exp_month, exp_year (two or four
 * digits) and cvc, or one of Stripe's test payment methods in `payment_method`.
 * @throws StripeSandboxError 400 for missing parameters, 402 `card_error` for card details that are invalid without
 * asking a bank
 */
export function readCard(fields: FormFields, today = new Date()): PresentedCard {
  const methodId = readText(fields, "payment_method");
  if (methodId !== undefined) {
    const number = findReadyMadeNumber(methodId);
    if (!number) throw notFound("PaymentMethod", methodId, "payment_method");
    const card = findTestCard(number);
    return { card, method: newPaymentMethod(card, { month: 12, year: today.getUTCFullYear() + 4 }, undefined) };
  }
  const given = readObject(fields, "payment_method_data");
  if (!given) {
    throw invalidRequest(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      { code: "payment_intent_unexpected_state" },
    );
  }
  // Stripe.js adds other data (guid, muid, sid, time_on_page…), which is ignored.
  if (readText(given, "type") !== "card") {
    throw invalidRequest("The sandbox only supports payment methods of type card.", {
      param: "payment_method_data[type]",
    });
  }
  const card = readObject(given, "card");
  if (!card) throw missing("payment_method_data[card]");
  rejectUnknown(card, ["number", "exp_month", "exp_year", "cvc", "networks"]);
  const number = readNumber(card);
  const expiry = readExpiry(card, today);
  checkSecurityCode(readText(card, "cvc"), number);
  const testCard = findTestCard(number);
  return { card: testCard, method: newPaymentMethod(testCard, expiry, readObject(given, "billing_details")) };
}

function readNumber(card: FormFields): string {
  const number = readText(card, "number")?.replaceAll(/[\s-]/g, "");
  if (!number) throw missing("payment_method_data[card][number]");
  if (!/^\d{12,19}$/.test(number)) throw cardError("invalid_number", "Your card number is invalid.", "number");
  if (!hasValidCheckDigit(number)) throw cardError("incorrect_number", "Your card number is incorrect.", "number");
  return number;
}

function readExpiry(card: FormFields, today: Date): { month: number; year: number } {
  const monthText = readText(card, "exp_month");
  const yearText = readText(card, "exp_year");
  if (!monthText) throw missing("payment_method_data[card][exp_month]");
  if (!yearText) throw missing("payment_method_data[card][exp_year]");
  const month = Number(monthText);
  const badMonth = cardError("invalid_expiry_month", "Your card's expiration month is invalid.", "exp_month");
  if (!/^\d{1,2}$/.test(monthText) || month < 1 || month > 12) throw badMonth;
  const badYear = cardError("invalid_expiry_year", "Your card's expiration year is invalid.", "exp_year");
  if (!/^(\d{2}|\d{4})$/.test(yearText)) throw badYear;
  const year = yearText.length === 2 ? 2000 + Number(yearText) : Number(yearText);
  const thisYear = today.getUTCFullYear();
  if (year < thisYear || year > thisYear + 50) throw badYear;
  if (year === thisYear && month < today.getUTCMonth() + 1) throw badMonth;
  return { month, year };
}

function checkSecurityCode(code: string | undefined, number: string): void {
  if (code === undefined || code === "") return;
  const length = isAmex(number) ? /^\d{3,4}$/ : /^\d{3}$/;
  if (!length.test(code)) throw cardError("invalid_cvc", "Your card's security code is invalid.", "cvc");
}

function cardError(code: string, message: string, param: string): StripeSandboxError {
  return new StripeSandboxError(402, { type: "card_error", code, message, param });
}

function newPaymentMethod(
  card: TestCard,
  expiry: { month: number; year: number },
  billing: FormFields | undefined,
): Stripe.PaymentMethod {
  const address = billing ? readObject(billing, "address") : undefined;
  const text = (fields: FormFields | undefined, name: string) => (fields ? readText(fields, name) : undefined) || null;
  return {
    id: sandboxId("pm"),
    object: "payment_method",
    billing_details: {
      address: {
        city: text(address, "city"),
        country: text(address, "country"),
        line1: text(address, "line1"),
        line2: text(address, "line2"),
        postal_code: text(address, "postal_code"),
        state: text(address, "state"),
      },
      email: text(billing, "email"),
      name: text(billing, "name"),
      phone: text(billing, "phone"),
      tax_id: null,
    },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: null },
      country: "US",
      display_brand: card.brand,
      exp_month: expiry.month,
      exp_year: expiry.year,
      funding: card.funding,
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: unixTime(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  };
}
