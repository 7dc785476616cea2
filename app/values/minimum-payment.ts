/** Stripe takes no card payment below this. */
export const MINIMUM_PAYMENT_CENTS = 50;

export const BELOW_MINIMUM_PAYMENT = "You can't pay orders under $0.50 online. Call us or visit the store.";
