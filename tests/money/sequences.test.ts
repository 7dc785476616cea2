import { afterAll, test } from "vitest";
import { checkSeeds } from "./seeds.ts";
import { closeSequences, sequencesProperty } from "./sequences.ts";

afterAll(closeSequences);

test("random sequences with crashes end with correct money, stock, and emails", { timeout: 400_000 }, () =>
  checkSeeds("sequences", sequencesProperty),
);
