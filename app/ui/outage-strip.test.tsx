import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { OutageStrip } from "./outage-strip.tsx";

test("offline, shoppers read that their cart is kept, and staff that the store cannot be reached", () => {
  const textFor = (isForStaff: boolean) =>
    renderToStaticMarkup(<OutageStrip outage="offline" isForStaff={isForStaff} />);
  expect(textFor(false)).toContain("we keep your cart");
  expect(textFor(true)).toContain("We can&#x27;t reach the store right now.");
});
