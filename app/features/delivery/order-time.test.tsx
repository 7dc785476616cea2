import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { OrderTime } from "./order-time.tsx";

test("only who still picks an order up is reminded of the order number", () => {
  const window = { startsAt: "2026-12-01T15:00:00Z", endsAt: "2026-12-01T17:00:00Z" };
  const shown = (type: "pickup" | "delivery", isToCome: boolean) =>
    renderToStaticMarkup(<OrderTime orderId="1" type={type} window={window} isToCome={isToCome} canChange={false} />);
  expect(shown("pickup", true)).toContain("Bring your order number.");
  expect(shown("pickup", false)).not.toContain("Bring your order number.");
  expect(shown("delivery", true)).not.toContain("Bring your order number.");
});
