import { test } from "vitest";
import { checkSequences } from "./random-sequences.ts";

test("after quiet, the shop's word about money, stock and mails is the truth, whatever happened (fourth quarter)", async () => {
  await checkSequences(4);
}, 2_400_000);
