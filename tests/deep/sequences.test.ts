import { afterAll, test } from "vitest";
import { checkDeep } from "../money/seeds.ts";
import { closeSequences, SEQUENCES_PER_GROUP, sequencesProperty } from "../money/sequences.ts";

afterAll(closeSequences);

// Beyond the verdict: thirteen times as many sequences, all new.
test("2,000 random sequences with crashes end with correct money, stock, and emails", { timeout: 4_800_000 }, () =>
  checkDeep("sequences", sequencesProperty, 2000 / SEQUENCES_PER_GROUP),
);
