import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { emptyCart } from "#app/features/cart/cart.ts";
import { aCartItem } from "#tests/a-cart-item.ts";

const cart = { ...emptyCart, items: [aCartItem()], deliveryOption: "delivery" };
const amounts = { delivery_cost: 0, discount: 0, discount_code: null, discount_error: null, tax: 0, total: 9.49 };
const sent: PromiseWithResolvers<object>[] = [];

function readQuote() {
  const request = Promise.withResolvers<object>();
  sent.push(request);
  return request.promise;
}

beforeAll(() => {
  vi.resetModules();
  vi.doMock("#app/features/cart/cart-store.ts", () => ({ getCartView: () => ({ cart }) }));
  vi.doMock("./quote-queries.ts", () => ({ readQuote, readGuestDiscountCode: () => null }));
});
afterAll(() => {
  vi.doUnmock("#app/features/cart/cart-store.ts");
  vi.doUnmock("./quote-queries.ts");
  vi.resetModules();
});

test("a price that is requested again while it loads, because of a code, is loaded again", async () => {
  const { refreshQuote } = await import("./quote.ts");
  const first = refreshQuote();
  const second = refreshQuote();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  sent[0]?.resolve({ amounts, code: null });
  await first;
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  sent[1]?.resolve({ amounts, code: null });
  await second;
});
