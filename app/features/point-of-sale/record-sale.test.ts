import { expect, test, vi } from "vitest";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { emptyBag } from "./bag.ts";
import { recordSale } from "./record-sale.ts";

const bag = { ...emptyBag(), sent: { tenders: [], totalCents: 500, dueCents: 500, changeCents: 0 } };

test.for([
  [0, "", "unknown"],
  [401, "PT401", "unknown"],
  [404, "", "unknown"],
  [429, "PT429", "unknown"],
  [503, "PGRST003", "unknown"],
  [403, "42501", "rejected"],
  [409, "PT409", "rejected"],
  [400, "23514", "rejected"],
] as const)("after status %s with code %s, the sale is %s", async ([status, code, kind]) => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const answer = { data: null, error: { code, message: "Not now.", details: null }, status };
  const data = { rest: { rpc: () => ({ abortSignal: async () => answer }) } } as unknown as BrowserData;
  expect((await recordSale(data, bag, 1)).kind).toBe(kind);
  vi.restoreAllMocks();
});
