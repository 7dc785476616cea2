const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether the text can be the id of an order; the database refuses to look for anything else. */
export function isOrderId(text: string): boolean {
  return UUID.test(text);
}
