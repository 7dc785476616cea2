import { afterAll, beforeAll, test } from "vitest";
import { amountsProperty, closeAmounts, openAmounts } from "./amounts.ts";
import { checkSeeds } from "./seeds.ts";

beforeAll(openAmounts);
afterAll(closeAmounts);

test("for random orders, taxes and refunds add up and never exceed the payment", () =>
  checkSeeds("amounts", amountsProperty));
