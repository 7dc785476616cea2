import { test } from "vitest";
import { checkSequences } from "./random-sequences.ts";

test("random sequences with crashes end with correct money, stock, and emails (2 of 4)", async () => {
  await checkSequences(2);
}, 2_400_000);
