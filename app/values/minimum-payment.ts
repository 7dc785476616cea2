/** Stripe takes no card payment below this. */
export const MINIMUM_PAYMENT_CENTS = 50;

export const BELOW_MINIMUM_PAYMENT = "Orders under $0.50 cannot be paid online. Please call us or visit the store.";
