import { randomUUID } from "node:crypto";

/** Returns the arguments of `place_order` for a pickup, like the cart's. */
export const orderInput = (items: readonly object[], expected_total: number, more: object = {}) => ({
  items,
  delivery_type: "pickup",
  delivery_address: "",
  delivery_phone_number: "",
  expected_total,
  request_key: randomUUID() as string,
  ...more,
});
