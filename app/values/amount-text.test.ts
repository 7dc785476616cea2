import { expect, test } from "vitest";
import demoProducts from "#supabase/seed/content/products.json" with { type: "json" };
import { type Amount, UNITS, type Unit } from "./amount.ts";
import { amountFromText, amountInWords } from "./amount-text.ts";

test.for<[text: string, value: number, unit: Unit]>([
  ["20 lb", 20, "lb"],
  ["4.4 lbs", 4.4, "lb"],
  ["16 oz", 16, "oz"],
  ["16oz", 16, "oz"],
  ["33.8 fl oz", 33.8, "fl oz"],
  ["12 FL. OZ.", 12, "fl oz"],
  ["1 gallon", 128, "fl oz"],
  ["6 yd", 6, "yd"],
  ["6 Yards", 6, "yd"],
  ["4 ct", 4, "ct"],
  ["1 ct", 1, "each"],
  ["1 ct (about 6 lb)", 1, "each"],
  ["1 each", 1, "each"],
  ["6 ct (11.2 fl oz each)", 67.2, "fl oz"],
  ["6 x 330 ml", 66.952, "fl oz"],
  ["500 g", 17.637, "oz"],
  ["2 kg", 4.409, "lb"],
  ["1.5 L", 50.721, "fl oz"],
  ["75 cl", 25.361, "fl oz"],
  ["5 m", 5.468, "yd"],
])("the text %s is parsed as %s %s", ([text, value, unit]) => {
  expect(amountFromText(text)).toEqual({ value, unit });
});

test.for(["", "One size", "S, M, L", "1 set", "1 bunch", "8 in", "0 lb", "lb", "2-4 years", "many oz", "1 lb 2 oz"])(
  "the text %o has no measurement",
  (text) => {
    expect(amountFromText(text)).toBeNull();
  },
);

test("a formatted measurement is parsed as the same one", () => {
  for (const unit of UNITS) {
    const amount: Amount = { value: 2.5, unit };
    expect(amountFromText(amountInWords(amount))).toEqual(amount);
  }
});

test("the demo products' measurements match their size texts", () => {
  const amounts = demoProducts.map((product) => {
    return [product.size, "amount" in product ? { value: product.amount, unit: product.unit } : null];
  });
  expect(demoProducts.map(({ size }) => [size, amountFromText(size)])).toEqual(amounts);
});
