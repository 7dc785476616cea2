/** Returns the description of a payment, shown in the provider's dashboard and emails. */
export function paymentDescription(shopName: string, orderId: string): string {
  return `${shopName} order ${orderId}`;
}

/** Returns the description of the payment of a separate delivery fee. */
export function feeDescription(shopName: string, orderId: string): string {
  return `${paymentDescription(shopName, orderId)}, delivery fee`;
}
