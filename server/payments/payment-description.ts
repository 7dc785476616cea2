/** How a payment is called where money is looked at: on the provider's dashboard and in its mails. */
export function paymentDescription(shopName: string, orderId: string): string {
  return `${shopName} order ${orderId}`;
}

/** The same of a delivery fee that was agreed after the order was paid. */
export function feeDescription(shopName: string, orderId: string): string {
  return `${paymentDescription(shopName, orderId)}, delivery fee`;
}
