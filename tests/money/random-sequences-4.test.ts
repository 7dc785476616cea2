import { test } from "vitest";
import { checkSequences } from "./random-sequences.ts";

test("random sequences with crashes end with correct money, stock, and emails (4 of 4)", async () => {
  await checkSequences(4);
}, 2_400_000);
