/** How a payment is called where money is looked at: on the provider's dashboard and in its mails. */
export function paymentDescription(shopName: string, orderId: string): string {
  return `${shopName} order ${orderId}`;
}
