import { afterAll, beforeAll, expect, test, vi } from "vitest";

let session: null | "unknown" = null;
const lost = { error: { message: "Failed to fetch", code: "" } };

beforeAll(() => {
  vi.resetModules();
  vi.doMock("#app/platform/browser-data.ts", () => ({
    SESSION_ENDED: "PT401",
    getBrowserData: () => ({
      readSession: async () => session,
      rest: { from: () => ({ delete: () => ({ eq: async () => lost }) }) },
    }),
  }));
});
afterAll(() => {
  vi.doUnmock("#app/platform/browser-data.ts");
  vi.resetModules();
});

test("a saved cart is not reported as discarded while an expired session cannot be refreshed", async () => {
  const { forgetCart } = await import("./saved-cart-queries.ts");
  await forgetCart("cart");
  session = "unknown";
  await expect(forgetCart("cart")).rejects.toThrow("Failed to fetch");
});
