import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { OwnStockRequests } from "./own-stock-requests.tsx";

test("the last day of a request is the store's, not the device's", () => {
  const request = {
    id: crypto.randomUUID(),
    productId: 7,
    category: "condiments" as const,
    name: "Ijebu Garri",
    sizeLabel: null,
    expiresAt: "2027-01-01T05:30:00Z",
  };
  const markup = renderToStaticMarkup(
    <ShopTimeZone value="America/Chicago">
      <OwnStockRequests requests={[request]} />
    </ShopTimeZone>,
  );
  expect(markup).toContain("Until Dec 31, 2026");
});
