import { expect, test, vi } from "vitest";
import { forgetCart } from "./saved-cart-queries.ts";

const session = vi.hoisted(() => ({ current: null as null | "unknown" }));
const lost = { error: { message: "Failed to fetch", code: "" } };
vi.mock("#app/platform/browser-data.ts", () => ({
  SESSION_ENDED: "PT401",
  getBrowserData: () => ({
    readSession: async () => session.current,
    rest: { from: () => ({ delete: () => ({ eq: async () => lost }) }) },
  }),
}));

test("a saved cart is not reported as discarded while an expired session cannot be refreshed", async () => {
  await forgetCart("cart");
  session.current = "unknown";
  await expect(forgetCart("cart")).rejects.toThrow("Failed to fetch");
});
