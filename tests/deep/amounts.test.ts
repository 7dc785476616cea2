import { afterAll, beforeAll, test } from "vitest";
import { amountsProperty, closeAmounts, ORDERS_PER_GROUP, openAmounts } from "../money/amounts.ts";
import { checkDeep } from "../money/seeds.ts";

beforeAll(openAmounts);
afterAll(closeAmounts);

// Beyond the verdict: thirteen times as many orders, all new.
test("for 2,000 random orders, taxes and refunds add up and never exceed the payment", { timeout: 1_200_000 }, () =>
  checkDeep("amounts", amountsProperty, 2000 / ORDERS_PER_GROUP),
);
