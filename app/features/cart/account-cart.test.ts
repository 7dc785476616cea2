import { afterAll, beforeAll, expect, test, vi } from "vitest";

const sent: string[] = [];
const answers: (() => void)[] = [];
const send = (what: string) => {
  sent.push(what);
  return new Promise<void>((resolve) => answers.push(resolve));
};
beforeAll(() => {
  vi.resetModules();
  vi.doMock("#app/platform/stored-session.ts", () => ({ readStoredUserId: () => "someone" }));
  vi.doMock("./saved-cart-queries.ts", () => ({ saveCart: () => send("save"), forgetCart: () => send("forget") }));
  vi.useFakeTimers();
});
afterAll(() => {
  vi.useRealTimers();
  vi.doUnmock("#app/platform/stored-session.ts");
  vi.doUnmock("./saved-cart-queries.ts");
  vi.resetModules();
});

test("an ordered cart is deleted from the account after a save that is still under way", async () => {
  const { forgetInAccount, saveToAccount } = await import("./account-cart.ts");
  saveToAccount("cart", []);
  await vi.runAllTimersAsync();
  forgetInAccount("cart");
  await vi.runAllTimersAsync();
  expect(sent).toEqual(["save"]);
  answers.shift()?.();
  await vi.runAllTimersAsync();
  expect(sent).toEqual(["save", "forget"]);
});
