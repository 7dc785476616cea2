import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { OutageStrip, setStaffOutageText } from "./outage-strip.tsx";

test("offline, shoppers read that their cart is kept, and staff the text of the back office", () => {
  const text = () => renderToStaticMarkup(<OutageStrip outage="offline" />);
  expect(text()).toContain("we keep your cart");
  setStaffOutageText(() => "No connection.");
  expect(text()).toContain("No connection.");
});
