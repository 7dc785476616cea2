import { cardBrand } from "../card-number.ts";

/** Decline of one of Stripe's test cards, with its code and message in Stripe's API: https://docs.stripe.com/testing */
export type CardDecline = { code: string; decline_code?: string; message: string };

/** Later outcome of a refund to the card: https://docs.stripe.com/testing#refunds */
export type RefundPlan = "pending, then succeeded" | "succeeded, then failed";

export interface TestCard {
  number: string;
  brand: string;
  funding: "credit" | "debit" | "prepaid";
  /** 3-D Secure is required before the bank decides. */
  needsAuthentication: boolean;
  /** Decline; null if the bank approves. */
  decline: CardDecline | null;
  /** If absent, a refund succeeds at once. */
  refundPlan?: RefundPlan;
}

const declined = (decline_code: string, message = "Your card was declined."): CardDecline => ({
  code: "card_declined",
  decline_code,
  message,
});
const DECLINES = {
  generic_decline: declined("generic_decline"),
  insufficient_funds: declined("insufficient_funds", "Your card has insufficient funds."),
  lost_card: declined("lost_card"),
  stolen_card: declined("stolen_card"),
  fraudulent: declined("fraudulent"),
  card_velocity_exceeded: declined(
    "card_velocity_exceeded",
    "Your card was declined for making repeated attempts too frequently or exceeding its amount limit.",
  ),
  expired_card: { code: "expired_card", message: "Your card has expired." },
  incorrect_cvc: { code: "incorrect_cvc", message: "Your card's security code is incorrect." },
  processing_error: {
    code: "processing_error",
    message: "An error occurred while processing your card. Try again in a little bit.",
  },
  test_mode_live_card: declined(
    "test_mode_live_card",
    "Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.",
  ),
} as const satisfies Record<string, CardDecline>;

/** Decline without a specific reason. */
export const GENERIC_DECLINE: CardDecline = DECLINES.generic_decline;

const PAYING: ReadonlyArray<[number: string, brand: string, funding: TestCard["funding"]]> = [
  ["4242424242424242", "visa", "credit"],
  ["4000056655665556", "visa", "debit"],
  ["5555555555554444", "mastercard", "credit"],
  ["2223003122003222", "mastercard", "credit"],
  ["5200828282828210", "mastercard", "debit"],
  ["5105105105105100", "mastercard", "prepaid"],
  ["378282246310005", "amex", "credit"],
  ["371449635398431", "amex", "credit"],
  ["6011111111111117", "discover", "credit"],
  ["6011000990139424", "discover", "credit"],
  ["6011981111111113", "discover", "debit"],
  ["3056930009020004", "diners", "credit"],
  ["36227206271667", "diners", "credit"],
  ["6555900000604105", "discover", "credit"],
  ["3566002020360505", "jcb", "credit"],
  ["6200000000000005", "unionpay", "credit"],
  ["6200000000000047", "unionpay", "credit"],
  ["6205500000000000004", "unionpay", "credit"],
  ["4000000000000077", "visa", "credit"],
  ["4000003720000278", "visa", "credit"],
  // A check of CVC or address fails, but the payment succeeds.
  ["4000000000000101", "visa", "credit"],
  ["4000000000000010", "visa", "credit"],
  ["4000000000000028", "visa", "credit"],
  ["4000000000000036", "visa", "credit"],
  ["4000000000000044", "visa", "credit"],
  ["4000000000009235", "visa", "credit"],
  // 3-D Secure is supported, but not required.
  ["4000000000003055", "visa", "credit"],
  ["4000000000003097", "visa", "credit"],
  ["4000000000007726", "visa", "credit"],
  ["4000000000005126", "visa", "credit"],
];

const REFUND_PLANS: Readonly<Record<string, RefundPlan>> = {
  "4000000000007726": "pending, then succeeded",
  "4000000000005126": "succeeded, then failed",
};

const DECLINED: Readonly<Record<string, CardDecline>> = {
  "4000000000000002": DECLINES.generic_decline,
  "4000000000009995": DECLINES.insufficient_funds,
  "4000000000009987": DECLINES.lost_card,
  "4000000000009979": DECLINES.stolen_card,
  "4000000000000069": DECLINES.expired_card,
  "4000000000000127": DECLINES.incorrect_cvc,
  "4000000000000119": DECLINES.processing_error,
  "4000000000006975": DECLINES.card_velocity_exceeded,
  "4000000000000341": DECLINES.generic_decline,
  "4000008400001280": DECLINES.generic_decline,
  "4100000000000019": DECLINES.fraudulent,
};

const AUTHENTICATED: Readonly<Record<string, CardDecline | null>> = {
  "4000002500003155": null,
  "4000002760003184": null,
  "4000000000003220": null,
  "4000003800000446": null,
  "4000008260003178": DECLINES.insufficient_funds,
  "4000008400001629": DECLINES.generic_decline,
};

/** Stripe's test payment methods, for servers that never see a card number. */
const READY_MADE: Readonly<Record<string, string>> = {
  pm_card_visa: "4242424242424242",
  pm_card_visa_debit: "4000056655665556",
  pm_card_mastercard: "5555555555554444",
  pm_card_mastercard_debit: "5200828282828210",
  pm_card_mastercard_prepaid: "5105105105105100",
  pm_card_amex: "378282246310005",
  pm_card_discover: "6011111111111117",
  pm_card_diners: "3056930009020004",
  pm_card_jcb: "3566002020360505",
  pm_card_unionpay: "6200000000000005",
  pm_card_bypassPending: "4000000000000077",
  pm_card_cvcCheckFail: "4000000000000101",
  pm_card_riskLevelElevated: "4000000000009235",
  pm_card_pendingRefund: "4000000000007726",
  pm_card_refundFail: "4000000000005126",
  pm_card_visa_chargeDeclined: "4000000000000002",
  pm_card_visa_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_visa_chargeDeclinedLostCard: "4000000000009987",
  pm_card_visa_chargeDeclinedStolenCard: "4000000000009979",
  pm_card_visa_chargeDeclinedVelocityLimitExceeded: "4000000000006975",
  pm_card_chargeDeclined: "4000000000000002",
  pm_card_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_chargeDeclinedExpiredCard: "4000000000000069",
  pm_card_chargeDeclinedIncorrectCvc: "4000000000000127",
  pm_card_chargeDeclinedProcessingError: "4000000000000119",
  pm_card_chargeCustomerFail: "4000000000000341",
  pm_card_radarBlock: "4100000000000019",
  pm_card_authenticationRequired: "4000002760003184",
  pm_card_authenticationRequiredOnSetup: "4000002500003155",
  pm_card_authenticationRequiredSetupForOffSession: "4000003800000446",
  pm_card_authenticationRequiredChargeDeclinedInsufficientFunds: "4000008260003178",
  pm_card_threeDSecure2Required: "4000000000003220",
  pm_card_threeDSecureRequired: "4000000000003220",
  pm_card_threeDSecureRequiredChargeDeclined: "4000008400001629",
  pm_card_threeDSecureOptional: "4000000000003055",
};

/** Returns the card number of one of Stripe's test payment methods (`pm_card_visa`), or null. */
export function findReadyMadeNumber(paymentMethodId: string): string | null {
  return Object.hasOwn(READY_MADE, paymentMethodId) ? (READY_MADE[paymentMethodId] ?? null) : null;
}

/** Returns the behavior of a card number. Unknown numbers are declined, as in Stripe's test mode. */
export function findTestCard(number: string): TestCard {
  const paying = PAYING.find(([known]) => known === number);
  if (paying) {
    const refundPlan = REFUND_PLANS[number];
    const card = { number, brand: paying[1], funding: paying[2], needsAuthentication: false, decline: null };
    return refundPlan ? { ...card, refundPlan } : card;
  }
  const common = { number, brand: cardBrand(number), funding: "credit" as const };
  const decline = DECLINED[number];
  if (decline) return { ...common, needsAuthentication: false, decline };
  const authenticated = AUTHENTICATED[number];
  if (authenticated !== undefined) return { ...common, needsAuthentication: true, decline: authenticated };
  return { ...common, needsAuthentication: false, decline: DECLINES.test_mode_live_card };
}

/** Returns all test cards: first those that pay, then those with 3-D Secure, then declined ones. */
export function listTestCards(): TestCard[] {
  const numbers = [...PAYING.map(([number]) => number), ...Object.keys(AUTHENTICATED), ...Object.keys(DECLINED)];
  return numbers.map(findTestCard);
}
