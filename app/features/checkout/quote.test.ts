import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Cart, emptyCart } from "#app/features/cart/cart.ts";
import { aCartItem } from "#tests/a-cart-item.ts";

const cart: Cart = { ...emptyCart, items: [aCartItem()], deliveryOption: "delivery" };
const amounts = { delivery_cost: 0, discount: 0, discount_code: null, discount_error: null, tax: 0, total: 9.49 };
let typedCode: string | null = null;
const sent: PromiseWithResolvers<object>[] = [];

function readQuote() {
  const request = Promise.withResolvers<object>();
  sent.push(request);
  return request.promise;
}

beforeAll(() => {
  vi.resetModules();
  vi.doMock("#app/features/cart/cart-store.ts", () => ({ getCartView: () => ({ cart }) }));
  vi.doMock("./quote-queries.ts", () => ({ readQuote, readGuestDiscountCode: () => typedCode }));
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

test("the price with a code that was removed while it loaded is not the cart's", async () => {
  const { quoteFor, refreshQuote } = await import("./quote.ts");
  sent.length = 0;
  typedCode = "YAM10";
  const withCode = refreshQuote();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  typedCode = null;
  sent[0]?.resolve({ amounts: { ...amounts, discount: 1, total: 8.49 }, code: "YAM10" });
  await withCode;
  const quote = quoteFor(cart);
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  sent[1]?.resolve({ amounts, code: null });
  expect(await quote).toMatchObject({ totalCents: 949 });
});
